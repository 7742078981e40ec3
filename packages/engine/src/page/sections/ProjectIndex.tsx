import type { PageProject } from '../../content/schema.ts'
import { Picture } from '../components/Picture.tsx'
import { PROJECT_CARD } from '../image-slots.ts'
import styles from './ProjectIndex.module.css'

/** How many projects the index lists. The section below has all of them. */
const MAX_PROJECTS = 6

/**
 * The index of the work in the hero: a ruled list of projects. Beside it, a wide window shows the picture of
 * the first one, or of the one under the pointer or with the focus.
 */
export function ProjectIndex({ label, projects, sectionId }: ProjectIndexProps) {
  const listed = [...projects].sort((a, b) => Number(b.featured ?? 0) - Number(a.featured ?? 0))
  return (
    <section className={styles.index} aria-label={label}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <ul>
        {listed.slice(0, MAX_PROJECTS).map(({ title, kind, year, imgSrc, anchor }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
          <li key={index}>
            <a href={`#${anchor ?? sectionId}`} className={styles.entry}>
              <strong>{title}</strong> {kind && <span className={styles.kind}>{kind}</span>}{' '}
              {year && <span className={styles.year}>{year}</span>}
              {imgSrc && (
                <span className={styles.preview}>
                  <Picture picture={imgSrc} alt="" sizes={PROJECT_CARD.sizes} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ProjectIndexProps = {
  label: string
  projects: PageProject[]
  /** The section of the projects, where entries without details lead. */
  sectionId: string
}
