import type { PageProject } from '../../content/portfolio.ts'
import { PREVIEW_SIZES } from '../../images/pictures.ts'
import { havePictures, ProjectPicture } from '../Projects/ProjectPicture.tsx'
import { ProjectTitle } from '../Projects/ProjectTitle.tsx'
import styles from './HeroWork.module.css'

/** How many projects the index lists. The section below has all of them. */
const MAX_PROJECTS = 6

/**
 * The index of the work in the hero: a ruled list of projects. Beside it, the picture of the first one, or of the one
 * under the pointer or with the focus, as high as the list. On a phone, the picture stands above it. On paper, the
 * projects themselves follow.
 */
export default function HeroWork({ label, projects }: HeroWorkProps) {
  const hasPreviews = havePictures(projects)
  return (
    <section
      className={styles.index}
      aria-label={label}
      data-no-print=""
      data-plain={hasPreviews ? undefined : ''}
    >
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <ul className={styles.list}>
        {inOrder(projects)
          .slice(0, MAX_PROJECTS)
          .map((project, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
            <li key={index}>
              <a href={project.page ?? `#${project.anchor}`} className={styles.entry}>
                <strong>
                  <ProjectTitle title={project.title} end=" " />
                </strong>
                {project.kind && <span className={styles.kind}>{`${project.kind} `}</span>}
                {project.year && <span className={styles.year}>{project.year}</span>}
                {hasPreviews && (
                  <ProjectPicture
                    project={project}
                    alt=""
                    sizes={PREVIEW_SIZES}
                    className={styles.preview}
                    priority={index === 0}
                  />
                )}
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** The first project has its picture on the first screen. The featured one and the first card are large below. */
export function inOrder(projects: PageProject[]): PageProject[] {
  const featured = projects.find((project) => project.featured)
  if (!featured) return projects
  const drawn = projects.filter((project) => project !== featured && havePictures([project]))
  const first = drawn[1] ?? drawn[0] ?? featured
  return [first, ...projects.filter((project) => project !== first)]
}

type HeroWorkProps = {
  label: string
  projects: PageProject[]
}
