import type { PlacedPortfolio } from '../content/placed.ts'
import { Notice } from './Notice.tsx'
import { ButtonLink } from './parts/ButtonLink.tsx'
import { Carousel, Slide } from './parts/Carousel.tsx'
import { IconButton } from './parts/IconButton.tsx'
import { Profiles } from './parts/Profiles.tsx'
import { SkillBar } from './parts/SkillBar.tsx'
import { ThemeToggle } from './parts/ThemeToggle.tsx'
import { Typewriter } from './parts/Typewriter.tsx'
import { Sample } from './Sample.tsx'
import styles from './Specimen.module.css'
import { SpecimenForm } from './SpecimenForm.tsx'

const LEVELS = [0, 50, 100]
const COUNTS = [1, 3, 4]

/** Each part in each state, to be looked at while working on it. */
export function Specimen({ portfolio }: SpecimenProps) {
  const { words, person, hero } = portfolio
  return (
    <main className={styles.specimen}>
      <Sample name="ThemeToggle">
        <ThemeToggle label={words.theme} toLight={words.light} toDark={words.dark} />
      </Sample>
      <Sample name="ButtonLink, solid and plain">
        <ButtonLink href="#solid">{hero.button}</ButtonLink>
        <ButtonLink href="#plain" look="plain">
          {hero.button}
        </ButtonLink>
      </Sample>
      <Sample name="IconButton, on and off">
        <IconButton icon="arrow-right" label={words.next} />
        <IconButton icon="arrow-right" label={words.next} disabled />
      </Sample>
      <Sample name="Profiles">
        <Profiles profiles={person.profiles} newTab={words.newTab} />
      </Sample>
      <Sample name="Typewriter">
        <Typewriter phrases={hero.phrases} pauseLabel={words.pause} playLabel={words.play} />
      </Sample>
      <Sample name="SkillBar">
        {LEVELS.map((level) => (
          <SkillBar key={level} name="HTML" level={level} meaning="In words" color="#c2452d" />
        ))}
      </Sample>
      {COUNTS.map((count) => (
        <Sample key={count} name={`Carousel of ${count}`}>
          <Carousel label={`Projects, ${count}`} kind={words.carousel} words={words} count={count}>
            {Array.from({ length: count }, (_, place) => `Project ${place + 1}`).map((title) => (
              <Slide key={title} kind={words.slide} label={title}>
                <p className={styles.slide}>{title}</p>
              </Slide>
            ))}
          </Carousel>
        </Sample>
      ))}
      {portfolio.contact && <SpecimenForm contact={portfolio.contact} words={words.form} />}
      <Sample name="Notice">
        <Notice title={words.errorTitle} text={words.errorText} href="" link={words.reload} />
      </Sample>
    </main>
  )
}

export type SpecimenProps = { portfolio: PlacedPortfolio }
