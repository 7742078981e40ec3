import type { PageProject } from '../../content/portfolio.ts'
import type { ImageSources } from '../../content/schema/assets.ts'
import { PROJECT_CARD } from '../../images/image-slots.ts'
import { Cover } from '../Cover/Cover.tsx'
import { Picture } from '../Picture/Picture.tsx'
import styles from './ProjectPicture.module.css'

/**
 * The picture of a project on a mat, on which a white screenshot has an edge, or else its cover, if it has one. A
 * picture of another shape than the mat is whole on it; on the page of its project, the mat has the shape of the picture.
 */
export function ProjectPicture(props: PictureProps) {
  const { project, sizes, alt, className, priority, isLarge = false } = props
  const { imgSrc, imgAlt = '', whole, cover } = project
  if (!imgSrc) return cover && <Cover facts={cover} className={className} />
  const picture = (isLarge && whole) || imgSrc
  const kind = isLarge ? 'large' : 'card'
  return (
    <span
      className={[styles.mat, className].filter(Boolean).join(' ')}
      data-whole={isOfMat(picture) ? undefined : kind}
    >
      <Picture picture={picture} alt={alt ?? imgAlt} sizes={sizes} priority={priority ?? false} />
    </span>
  )
}

/** Whether a picture has the shape of its mat: cropped, or by itself. */
function isOfMat({ width, height }: ImageSources): boolean {
  return Math.abs(width / height - PROJECT_CARD.width / PROJECT_CARD.height) < 0.02
}

/** Whether projects have anything to look at. */
export function haveDrawings(projects: PageProject[]): boolean {
  return projects.some(({ imgSrc, cover }) => imgSrc ?? cover)
}

/** What a project is and when it was made: "Booking system, 2026". Empty if neither is known. */
export function kindAndYear({ kind, year }: PageProject, comma: string): string {
  return [kind, year].filter(Boolean).join(comma)
}

type PictureProps = {
  project: PageProject
  sizes: string
  /** Replaces the description of the picture. */
  alt?: string
  className?: string | undefined
  priority?: boolean | undefined
  /** Whether this is on the page of the project, which shows the picture whole. */
  isLarge?: boolean
}
