import type { PageProject } from 'reward-codes/internal/content/schema.ts'
import { Cover } from '../Cover/Cover.tsx'
import { Picture } from '../Picture/Picture.tsx'
import styles from './ProjectPicture.module.css'

/** The picture of a project on a mat, on which a white screenshot has an edge, or else its cover. */
export function ProjectPicture({ project, sizes, alt, className, priority }: PictureProps) {
  const { imgSrc, imgAlt = '', cover, title } = project
  if (!imgSrc) return <Cover facts={cover} title={title} className={className} />
  return (
    <span className={[styles.mat, className].filter(Boolean).join(' ')}>
      <Picture picture={imgSrc} alt={alt ?? imgAlt} sizes={sizes} priority={priority ?? false} />
    </span>
  )
}

/** What a project is and when it was made: "Booking system, 2026". Empty if neither is known. */
export function kindAndYear({ kind, year }: PageProject): string {
  return [kind, year].filter(Boolean).join(', ')
}

type PictureProps = {
  project: PageProject
  sizes: string
  /** Replaces the description of the picture. */
  alt?: string
  className?: string | undefined
  priority?: boolean | undefined
}
