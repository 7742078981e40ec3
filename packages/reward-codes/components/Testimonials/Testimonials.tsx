import type { PageContent } from '../../content/portfolio.ts'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { Picture } from '../Picture/Picture.tsx'
import { Quote } from '../Quote/Quote.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './Testimonials.module.css'

/** What others say. */
export default function Testimonials({ id, testimonials }: TestimonialsProps) {
  const { heading, entries } = testimonials
  return (
    <Section id={id} heading={heading}>
      <ul className={styles.list}>
        {entries.map(({ quote, by, role, link, image }) => (
          <li key={`${by} ${quote.source}`}>
            <Quote text={quote}>
              {image && <Picture picture={image} alt="" className={styles.picture} />}
              <span>
                <strong>
                  <ExternalLink href={link} className={styles.link}>
                    {by}
                  </ExternalLink>
                </strong>
                {role && <span className={styles.role}>{role}</span>}
              </span>
            </Quote>
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
