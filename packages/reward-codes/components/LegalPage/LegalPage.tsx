import type { Portfolio } from '../../content/portfolio.ts'
import type { LegalPageName } from '../../routes/paths.ts'
import { Paragraphs } from '../RichText/RichText.tsx'
import styles from './LegalPage.module.css'

/** The imprint or the privacy notice. */
export default function LegalPage({ kind, content, notice, home }: LegalPageProps) {
  const { legal, strings } = content
  const imprint = legal?.imprint
  const text = legal?.[kind]?.text ?? []
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{strings.legal[kind]}</h1>
      {kind === 'imprint' && imprint && (
        <>
          <Address {...imprint} />
          {imprint.vatId && <p>{`${strings.legal.vatId}: ${imprint.vatId}`}</p>}
          {imprint.responsible && (
            <p>{`${strings.legal.contentResponsible}: ${imprint.responsible}`}</p>
          )}
        </>
      )}
      {notice.length > 0 && imprint && (
        <>
          <h2 className={styles.heading}>{strings.legal.responsible}</h2>
          <Address {...imprint} />
        </>
      )}
      {notice.map(({ heading, sentences }) => (
        <section key={heading}>
          <h2 className={styles.heading}>{heading}</h2>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ))}
      {text.length > 0 && (
        <div className={styles.heading}>
          <Paragraphs texts={text} />
        </div>
      )}
      <p className={styles.back}>
        <a href={home} className={styles.home}>
          {strings.back}
        </a>
      </p>
    </div>
  )
}

function Address({ name, address, email, phone }: AddressProps) {
  return (
    <address className={styles.address}>
      {[name, ...address].join('\n')}
      {email && (
        <>
          {'\n'}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {phone && (
        <>
          {'\n'}
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </>
      )}
    </address>
  )
}

type AddressProps = {
  name: string
  address: string[]
  email?: string | undefined
  phone?: string | undefined
}

type LegalPageProps = {
  kind: LegalPageName
  content: Portfolio
  /** The generated part of the privacy notice. */
  notice: { heading: string; sentences: string[] }[]
  home: string
}
