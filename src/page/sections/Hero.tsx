import type { Portfolio } from '../../content/schema.ts'
import { ButtonLink } from '../parts/ButtonLink.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Typewriter } from '../parts/Typewriter.tsx'
import styles from './Hero.module.css'

/** The first screen: who this is, where, and the two ways on. */
export function Hero({ id, hero, words, contactId, next }: HeroProps) {
  return (
    <section id={id} className={styles.hero} tabIndex={-1}>
      <Typewriter phrases={hero.phrases} pauseLabel={words.pause} playLabel={words.play}>
        <p className={styles.greeting}>{hero.greeting}</p>
      </Typewriter>
      <p className={styles.place}>
        {hero.place}
        {hero.availability && <span className={styles.availability}>{hero.availability}</span>}
      </p>
      <p className={styles.ways}>
        {contactId && <ButtonLink href={`#${contactId}`}>{hero.button}</ButtonLink>}
        {next && (
          <a
            className={styles.down}
            href={`#${next.id}`}
            aria-label={words.down.replace('{section}', next.name)}
          >
            <Icon name="arrow-down" />
          </a>
        )}
      </p>
    </section>
  )
}

export type HeroProps = {
  id: string
  hero: Portfolio['hero']
  words: Portfolio['words']
  /** Where the button leads; without a contact section there is no button. */
  contactId: string | undefined
  /** The section below, where the arrow leads. */
  next: { id: string; name: string } | undefined
}
