import type { ReactNode } from 'react'
import type { Portfolio } from '../../content/portfolio.ts'
import type { RichText as RichTextNodes } from '../../content/rich-text.ts'
import type { ImageSources } from '../../content/schema/assets.ts'
import { ButtonLink } from '../Button/Button.tsx'
import { IN_NEW_TAB } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { sitePath } from '../lib/site-path.ts'
import { Picture } from '../Picture/Picture.tsx'
import { RichText } from '../RichText/RichText.tsx'
import styles from './Hero.module.css'

/**
 * The first screen: what is typed, and for whom the owner works; below it profession, location, and links to the contact
 * form and the next section, and beside them the work, or else how the bio begins.
 */
export default function Hero(props: HeroProps) {
  const { id, name, headline, hero, heading, strings, contactId, next, portrait } = props
  const { work, hasWork, opening } = props
  // Without motion, the first phrase stays, and has the name already.
  const isRepeated = !hero.claim && hero.phrases[0]?.includes(name)
  return (
    <section
      id={id}
      className={styles.hero}
      tabIndex={-1}
      aria-label={name}
      data-beside={hasWork || opening ? '' : undefined}
    >
      {heading}
      {hero.lead && <p className={styles.lead}>{hero.lead}</p>}
      <div className={styles.columns}>
        <div className={styles.rail}>
          {portrait && (
            <Picture picture={portrait} alt={name} className={styles.portrait} priority="low" />
          )}
          <div className={styles.person}>
            <p className={styles.name} data-repeated={isRepeated ? '' : undefined}>
              {name}
            </p>
            {headline && <p>{headline}</p>}
            {hero.place && <p>{hero.place}</p>}
            {hero.availability && <p className={styles.availability}>{hero.availability}</p>}
          </div>
          <p className={styles.actions} data-no-print="">
            {contactId && <ButtonLink href={`#${contactId}`}>{hero.button}</ButtonLink>}
            {hero.booking && <Booking {...hero.booking} />}
            {next && (
              <a
                className={styles.scrollCue}
                href={`#${next.id}`}
                aria-label={strings.scrollToSection.replace('{section}', next.name)}
              >
                <Icon name="arrow-down" />
              </a>
            )}
          </p>
        </div>
        {work}
        {opening && (
          <p className={styles.opening}>
            <RichText text={opening} />
          </p>
        )}
      </div>
    </section>
  )
}

function Booking({ label, url }: { label: string; url: string }) {
  const target = url.startsWith('/')
    ? { href: sitePath(url.slice(1)) }
    : { href: url, ...IN_NEW_TAB }
  return (
    <ButtonLink {...target} variant="secondary">
      {label}
    </ButtonLink>
  )
}

type HeroProps = {
  id: string
  /** The name of the owner, which is always shown, whatever is typed. */
  name: string
  headline: string | undefined
  hero: Portfolio['hero']
  /** The greeting and the heading of the page. */
  heading?: ReactNode
  strings: Portfolio['strings']
  /** The target of the button. Without a contact section, there is no button. */
  contactId: string | undefined
  /** The section below, the target of the arrow. */
  next: { id: string; name: string } | undefined
  portrait: ImageSources | undefined
  /** The work, beside the location. */
  work?: ReactNode
  hasWork: boolean
  /** The first paragraph of the bio, on a page without projects. */
  opening?: RichTextNodes | undefined
}
