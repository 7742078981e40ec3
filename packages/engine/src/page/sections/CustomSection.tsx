import type { OwnSection as OwnSectionContent } from '../../content/own-section.ts'
import { ExternalLink } from '../parts/ExternalLink.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './OwnSection.module.css'

/** A section that the owner has added: paragraphs, a ruled list, or both. */
export function OwnSection({ section, newTab }: OwnSectionProps) {
  const { id, heading, text, entries } = section
  return (
    <Section id={id} heading={heading}>
      {text.length > 0 && (
        <div className={styles.text}>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      {entries.length > 0 && (
        <ul className={styles.entries}>
          {entries.map(({ title, detail, description, url }) => (
            <li key={`${title} ${detail}`} className={styles.entry}>
              <p className={styles.detail}>{detail}</p>
              <div>
                <h3 className={styles.title}>
                  <ExternalLink href={url} newTab={newTab}>
                    {title}
                  </ExternalLink>
                </h3>
                {description && <p className={styles.description}>{description}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export type OwnSectionProps = { section: OwnSectionContent; newTab: string }
