import type { PageProject } from '../../content/portfolio.ts'
import { ProjectPicture } from '../Projects/ProjectPicture.tsx'

/** The picture of the featured project. An owner may replace it with a component of the project itself. */
export default function FeaturedPicture({ project, priority }: FeaturedPictureProps) {
  return <ProjectPicture project={project} priority={priority} isLarge />
}

type FeaturedPictureProps = {
  project: PageProject
  /** Load eagerly: a tall window shows the picture at once. */
  priority: boolean
}
