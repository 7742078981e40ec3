import type { CustomSection as CustomSectionContent } from '../../content/portfolio.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Paragraphs, RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './CustomSection.module.css'

/** A section that the owner defines: paragraphs, a list, or both. */
export default function CustomSection({ section }: CustomSectionProps) {
  const { id, heading, text, entries } = section
  const hasDetails = entries.some(({ detail }) => detail)
  return (
    <Section id={id} heading={heading}>
      {text.length > 0 && (
        <div className={styles.text}>
          <Paragraphs texts={text} />
        </div>
      )}
      {entries.length > 0 && (
        <ul data-details={hasDetails ? '' : undefined}>
          {entries.map(({ title, detail, description, url }) => (
            <li key={`${title} ${detail}`} className={styles.entry}>
              {hasDetails && <p className={styles.detail}>{detail}</p>}
              <div>
                <h3 className={styles.title}>
                  <ExternalLink href={url}>{title}</ExternalLink>
                </h3>
                {description && (
                  <p className={styles.description}>
                    <RichText text={description} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type CustomSectionProps = { section: CustomSectionContent }
