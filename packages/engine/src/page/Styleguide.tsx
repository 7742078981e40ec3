import type { PageContent } from '../content/schema.ts'
import { ButtonLink } from './components/ButtonLink.tsx'
import { Carousel, Slide } from './components/Carousel.tsx'
import { CarouselControls } from './components/CarouselControls.tsx'
import { IconButton } from './components/IconButton.tsx'
import { SkillBar } from './components/SkillBar.tsx'
import { SocialLinks } from './components/SocialLinks.tsx'
import { ThemeToggle } from './components/ThemeToggle.tsx'
import { Typewriter } from './components/Typewriter.tsx'
import { ContactFormStates } from './contact/ContactFormStates.tsx'
import { islandProps } from './island-props.ts'
import { StatusPage } from './StatusPage.tsx'
import styles from './Styleguide.module.css'
import { StyleguideItem } from './StyleguideItem.tsx'

const LEVELS = [0, 50, 100]
const COUNTS = [1, 3, 4]

/** Every component in every state, to view during development. */
export function Styleguide({ content }: StyleguideProps) {
  const { strings, person, hero, contact } = content
  const { typewriter, errorPage } = islandProps(content)
  return (
    <main className={styles.styleguide}>
      <StyleguideItem name="ThemeToggle">
        <ThemeToggle label={strings.theme} toLight={strings.light} toDark={strings.dark} />
      </StyleguideItem>
      <StyleguideItem name="ButtonLink, primary and secondary">
        <ButtonLink href="#primary">{hero.button}</ButtonLink>
        <ButtonLink href="#secondary" variant="secondary">
          {hero.button}
        </ButtonLink>
      </StyleguideItem>
      <StyleguideItem name="IconButton, on and off">
        <IconButton icon="arrow-right" label={strings.next} />
        <IconButton icon="arrow-right" label={strings.next} disabled />
      </StyleguideItem>
      <StyleguideItem name="SocialLinks">
        <SocialLinks profiles={person.profiles} newTab={strings.newTab} />
      </StyleguideItem>
      <StyleguideItem name="Typewriter">
        <Typewriter {...typewriter} />
      </StyleguideItem>
      <StyleguideItem name="SkillBar">
        {LEVELS.map((level) => (
          <SkillBar key={level} name="HTML" level={level} description="In words" color="#c2452d" />
        ))}
      </StyleguideItem>
      {COUNTS.map((count) => (
        <StyleguideItem key={count} name={`Carousel of ${count}`}>
          <Carousel
            label={`Projects, ${count}`}
            roleDescription={strings.carousel}
            controls={<CarouselControls strings={strings} count={count} />}
          >
            {Array.from({ length: count }, (_, index) => `Project ${index + 1}`).map((title) => (
              <Slide key={title} roleDescription={strings.slide} label={title}>
                <p className={styles.slide}>{title}</p>
              </Slide>
            ))}
          </Carousel>
        </StyleguideItem>
      ))}
      {contact && <ContactFormStates contact={contact} strings={strings.form} />}
      <StyleguideItem name="StatusPage">
        <StatusPage {...errorPage} href="" />
      </StyleguideItem>
    </main>
  )
}

type StyleguideProps = { content: PageContent }
