import type { FormWords, Portfolio } from '../../content/schema.ts'
import { Section } from '../parts/Section.tsx'
import styles from './Contact.module.css'
import { ContactForm } from './ContactForm.tsx'
import { SaveContact } from './SaveContact.tsx'

/** The closing band, where a visitor writes to the owner. */
export function Contact({ id, contact, words, saveContact }: ContactProps) {
  return (
    <Section
      id={id}
      heading={contact.heading}
      look="band"
      lead={
        <>
          <p>{contact.lead}</p>
          {contact.email && (
            <p className={styles.email}>
              {words.orWrite} <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          )}
          <p data-screen-only="">
            <SaveContact label={saveContact} />
          </p>
        </>
      }
    >
      <ContactForm contact={contact} words={words} />
    </Section>
  )
}

export type ContactProps = {
  id: string
  contact: NonNullable<Portfolio['contact']>
  words: FormWords
  saveContact: string
}
