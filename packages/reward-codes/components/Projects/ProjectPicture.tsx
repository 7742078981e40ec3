import type { PageProject } from 'reward-codes/internal/content/schema.ts'
import { Picture } from '../Picture/Picture.tsx'
import styles from './ProjectPicture.module.css'

/** The picture of a project, which is its cover if it has no image. `alt` replaces its description. */
export function ProjectPicture({ project, sizes, alt, className, priority }: PictureProps) {
  const { imgSrc, imgAlt = '' } = project
  return (
    imgSrc && (
      <Picture
        picture={imgSrc}
        alt={alt ?? imgAlt}
        sizes={sizes}
        className={[styles.frame, className].filter(Boolean).join(' ')}
        priority={priority ?? false}
      />
    )
  )
}

/** What a project is and when it was made: "Booking system, 2026". Empty if neither is known. */
export function kindAndYear({ kind, year }: PageProject): string {
  return [kind, year].filter(Boolean).join(', ')
}

type PictureProps = {
  project: PageProject
  sizes: string
  alt?: string
  className?: string | undefined
  priority?: boolean | undefined
}
