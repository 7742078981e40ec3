import type { Portfolio } from '../../content/schema.ts'
import { Section } from '../parts/Section.tsx'
import styles from './Contact.module.css'

/** The closing band, where a visitor writes to the owner. */
export function Contact({ id, contact }: ContactProps) {
  return (
    <Section id={id} heading={contact.heading} look="band">
      <p className={styles.lead}>{contact.lead}</p>
    </Section>
  )
}

export type ContactProps = { id: string; contact: NonNullable<Portfolio['contact']> }
