import type { ReactNode } from 'react'
import type { FormStrings, Portfolio } from '../../content/portfolio.ts'
import { VcardLink } from '../Downloads/Downloads.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import styles from './Contact.module.css'

/** The contact section: intro, email address, vCard link and form. Without a form, a band with the rest of them. */
export default function Contact(props: ContactProps) {
  const { id, contact, strings, form, privacy, saveContact } = props
  const ways = (
    <>
      <p>
        <RichText text={contact.lead} />
      </p>
      {contact.email && (
        <p className={styles.email}>
          {contact.form && <>{strings.orWrite} </>}
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      )}
      <p data-no-print="">
        <VcardLink label={saveContact} />
      </p>
    </>
  )
  if (!contact.form) {
    return (
      <Section id={id} heading={contact.heading} variant="inverse">
        {ways}
      </Section>
    )
  }
  return (
    <Section id={id} heading={contact.heading} variant="inverse" intro={ways}>
      {form}
      {privacy && (
        <p className={styles.privacy} data-no-print="">
          {privacy.text} <a href={privacy.href}>{privacy.label}</a>
        </p>
      )}
    </Section>
  )
}

type ContactProps = {
  id: string
  contact: NonNullable<Portfolio['contact']>
  strings: FormStrings
  /** An island. */
  form?: ReactNode
  /** The link to the privacy notice, if there is one. */
  privacy: { text: string; href: string; label: string } | undefined
  saveContact: string
}
