import type { PageContent } from '../content/schema.ts'
import Header from './components/Header.tsx'
import styles from './LegalPage.module.css'
import type { LegalPageName, NoticeFacts } from './legal-pages.ts'
import { privacyNotice } from './privacy.ts'
import { Paragraphs } from './sections/RichText.tsx'

/** The URL of the page, relative to this one. */
const HOME = './'

/** The imprint or the privacy notice, a page of its own without scripts. */
export function LegalPage({ kind, content, facts, styleSheets }: LegalPageProps) {
  const { brand, legal, strings } = content
  const { imprint, privacy } = legal ?? {}
  const text = legal?.[kind]?.text ?? []
  const notice = kind === 'privacy' && privacy?.generated ? privacyNotice(content, facts) : []
  return (
    <>
      {styleSheets?.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <Header brand={{ href: HOME, ...brand }} navigation={null} />
      <main className={styles.page}>
        <h1 className={styles.title}>{strings.legal[kind]}</h1>
        {kind === 'imprint' && imprint && <Address {...imprint} />}
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
            <Paragraphs texts={text} newTab={strings.newTab} />
          </div>
        )}
        <p className={styles.back}>
          <a href={HOME}>{strings.back}</a>
        </p>
      </main>
    </>
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
  content: PageContent
  facts: NoticeFacts
  styleSheets: string[] | undefined
}
