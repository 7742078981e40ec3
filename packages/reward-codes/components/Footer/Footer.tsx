import type { Portfolio } from '../../content/portfolio.ts'
import { LEGAL_PAGES, legalPath } from '../../routes/paths.ts'
import { VcardLink } from '../Downloads/Downloads.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { RichText } from '../RichText/RichText.tsx'
import styles from './Footer.module.css'

/** The end of the page: where the owner is and how to reach them, the name, and a line of text. */
export default function Footer({ id, content, home }: FooterProps) {
  const { site, person, resume, contact, legal, colophon, footer, strings } = content
  const { place, timeZone } = person
  const email = contact?.email
  const languages = resume?.languages?.entries.map(({ name }) => name) ?? []
  return (
    <footer className={styles.footer} lang={strings.language}>
      <div className={styles.facts}>
        <p>
          {place}
          {timeZone && (
            // lib/local-time.ts fills in the time.
            <span
              className={styles.time}
              data-time-zone={timeZone}
              data-local-time={strings.localTime}
              data-no-print=""
            />
          )}
        </p>
        <div className={styles.ways}>
          {(email || !contact) && (
            <p>
              {email && (
                <a href={`mailto:${email}`} className={styles.link}>
                  {email}
                </a>
              )}
              {!contact && <VcardLink label={strings.saveContact} home={home} />}
            </p>
          )}
          {person.profiles.length > 0 && (
            <ul>
              {person.profiles.map(({ name, url }) => (
                <li key={url}>
                  <ExternalLink href={url} className={styles.link}>
                    {addressIn(url) ?? name}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          )}
          {languages.length > 0 && (
            <p>
              <span className={styles.label}>{resume?.languages?.heading}</span>{' '}
              {languages.join(strings.comma)}
            </p>
          )}
        </div>
      </div>
      <p className={styles.name} data-no-print="">
        <span>{person.name}</span>
      </p>
      {site.url && <p data-print-only="">{site.url}</p>}
      {colophon && (
        <p className={styles.colophon} data-no-print="">
          <RichText text={colophon} />
        </p>
      )}
      <div id={id} className={styles.end}>
        <p>
          <RichText text={footer} />
        </p>
        {LEGAL_PAGES.map(
          (page) =>
            legal?.[page] && (
              <a
                key={page}
                href={`${home || './'}${legalPath(page, site.language)}`}
                className={styles.link}
                data-no-print=""
              >
                {strings.legal[page]}
              </a>
            ),
        )}
      </div>
    </footer>
  )
}

/** The mail address or telephone number that a profile leads to, shown in place of its name. */
function addressIn(url: string): string | undefined {
  const [, address] = /^(?:mailto|tel):(.*)/.exec(url) ?? []
  return address
}

type FooterProps = {
  /** The id of the last line, which marks the end of the page. */
  id: string
  content: Portfolio
  /** The address of the page with the sections; empty on that page. */
  home: string
}
