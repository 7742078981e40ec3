import type { PageProject } from '../../content/portfolio.ts'
import { PREVIEW_SIZES } from '../../images/pictures.ts'
import { ProjectPicture } from '../Projects/ProjectPicture.tsx'
import { ProjectTitle } from '../Projects/ProjectTitle.tsx'
import styles from './HeroWork.module.css'

/** How many projects the index lists, as high as their picture. The section below has all of them. */
const MAX_PROJECTS = 4

/**
 * The index of the work in the hero: a ruled list of projects in the owner's order, each with its outcome. Beside it, or
 * above it on a phone, the picture of one of them, or of the one under the pointer or with the focus. On paper, the
 * projects themselves follow.
 */
export default function HeroWork({ label, projects }: HeroWorkProps) {
  const shown = shownFirst(projects)
  return (
    <section className={styles.index} aria-label={label} data-no-print="">
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <ul className={styles.list} data-pictured={shown && ''}>
        {projects.slice(0, MAX_PROJECTS).map((project, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
          <li key={index}>
            <a
              href={project.page ?? `#${project.anchor}`}
              className={styles.entry}
              data-shown={project === shown ? '' : undefined}
            >
              <strong>
                <ProjectTitle title={project.title} end=" " />
              </strong>
              {project.outcome && <span className={styles.outcome}>{`${project.outcome} `}</span>}
              {project.kind && <span className={styles.kind}>{project.kind}</span>}
              {project.year && <span className={styles.year}>{` ${project.year}`}</span>}
              {shown && (
                <ProjectPicture
                  project={project}
                  alt=""
                  sizes={PREVIEW_SIZES}
                  className={styles.preview}
                  priority={project === shown}
                />
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The project whose picture is on the first screen: the first that has one, unless it is large below. */
export function shownFirst(projects: PageProject[]): PageProject | undefined {
  const pictured = projects.slice(0, MAX_PROJECTS).filter(({ imgSrc }) => imgSrc)
  return pictured.find(({ featured }) => !featured) ?? pictured[0]
}

type HeroWorkProps = {
  label: string
  projects: PageProject[]
}
