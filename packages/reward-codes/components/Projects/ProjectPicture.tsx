import type { PageProject } from '../../content/portfolio.ts'
import { Picture } from '../Picture/Picture.tsx'
import styles from './ProjectPicture.module.css'
import large from './WholePicture.module.css'

/**
 * The picture of a project in its frame. A card crops it; the featured project and a story show it whole.
 */
export function ProjectPicture(props: PictureProps) {
  const { project, sizes, alt, className, priority = false, isLarge = false } = props
  const { imgSrc, imgAlt = '', whole } = project
  const picture = isLarge ? whole : imgSrc
  if (!picture) return null
  return (
    <span
      className={[styles.frame, isLarge ? large.whole : styles.cropped, className]
        .filter(Boolean)
        .join(' ')}
      data-step={picture.step}
    >
      <Picture picture={picture} alt={alt ?? imgAlt} sizes={sizes} priority={priority} />
    </span>
  )
}

/** What a project is and when it was made: "Booking system, 2026". Empty if neither is known. */
export function kindAndYear({ kind, year }: PageProject, comma: string): string {
  return [kind, year].filter(Boolean).join(comma)
}

type PictureProps = {
  project: PageProject
  /** Replaces the sizes of a card. */
  sizes?: string
  /** Replaces the description of the picture. */
  alt?: string
  className?: string | undefined
  priority?: boolean | undefined
  /** Whether the picture is whole, and as large as the window allows. */
  isLarge?: boolean
}
