import type { PageContent } from '../../content/portfolio.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './Testimonials.module.css'

/** Quotes of more characters are set smaller. LinkedIn's recommendations have several hundred. */
const LONG_QUOTE = 240

/** What others say: quotes in one column, or in two if there are several. */
export default function Testimonials({ id, testimonials }: TestimonialsProps) {
  const { heading, entries } = testimonials
  return (
    <Section id={id} heading={heading}>
      <ul className={styles.list} data-several={entries.length > 1 ? '' : undefined}>
        {entries.map(({ quote, by, role, link, image }) => (
          <li key={`${by} ${quote.source}`} className={styles.entry}>
            <figure>
              <blockquote
                className={styles.quote}
                data-long={quote.source.length > LONG_QUOTE ? '' : undefined}
              >
                <p>
                  <RichText text={quote} />
                </p>
              </blockquote>
              <figcaption className={styles.by}>
                {image && <Picture picture={image} alt="" className={styles.picture} />}
                <span>
                  <strong>
                    <ExternalLink href={link} className={styles.link}>
                      {by}
                    </ExternalLink>
                  </strong>
                  {role && <span className={styles.role}>{role}</span>}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type TestimonialsProps = {
  id: string
  testimonials: NonNullable<PageContent['testimonials']>
}
