import { memo } from 'react'
import type { PlacedPortfolio, PlacedProject } from '../../content/placed.ts'
import { IS_DRAWN } from '../behaviour/use-still.ts'
import { Carousel, Slide } from '../parts/Carousel.tsx'
import { ExternalLink } from '../parts/ExternalLink.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Picture } from '../parts/Picture.tsx'
import { Section } from '../parts/Section.tsx'
import { CARD } from '../picture-slots.ts'
import styles from './Projects.module.css'

/** The gallery of projects. */
export const Projects = memo(function Projects({ id, projects, words, isFirst }: ProjectsProps) {
  return (
    <Section id={id} heading={projects.heading} matter="wide">
      <Carousel label={words.gallery} kind={words.carousel} words={words} count={projects.count}>
        {IS_DRAWN &&
          projects.cards.map((project, index) => (
            <ProjectSlide
              // biome-ignore lint/suspicious/noArrayIndexKey: cards keep their places, and two may have one title
              key={index}
              kind={words.slide}
              project={project}
              githubLabel={projects.githubLabel}
              projectLabel={projects.projectLabel}
              newTab={words.newTab}
              isInFirstView={isFirst && index === 0}
            />
          ))}
      </Carousel>
    </Section>
  )
})

// While the page is developed, a change to one of hundreds is to draw this one anew.
const ProjectSlide = /* @__PURE__ */ memo(function ProjectSlide(props: ProjectSlideProps) {
  const { kind, project, githubLabel, projectLabel, newTab, isInFirstView } = props
  const { title, summary, imgSrc, imgAlt, githubUrl, projectUrl, technologies } = project
  return (
    <Slide kind={kind} label={title}>
      <article className={styles.card}>
        <Picture
          picture={imgSrc}
          alt={imgAlt}
          sizes={CARD.sizes}
          className={styles.picture}
          isInFirstView={isInFirstView}
        />
        <h3 className={styles.title}>{title}</h3>
        {summary && <p className={styles.summary}>{summary}</p>}
        {technologies && <p className={styles.technologies}>{technologies.join(' · ')}</p>}
        <p className={styles.links}>
          {githubUrl && <Way href={githubUrl} text={githubLabel} of={title} newTab={newTab} />}
          {projectUrl && <Way href={projectUrl} text={projectLabel} of={title} newTab={newTab} />}
        </p>
      </article>
    </Slide>
  )
})

/** A link of a card; which project it belongs to is read aloud. */
function Way({ href, text, of, newTab }: WayProps) {
  return (
    <ExternalLink href={href} newTab={newTab} className={styles.link}>
      {text}
      <span data-hidden-text="">{` ${of}`}</span>
      <Icon name="arrow-up-right" />
    </ExternalLink>
  )
}

type WayProps = { href: string; text: string; of: string; newTab: string }

type ProjectSlideProps = {
  kind: string
  project: PlacedProject
  githubLabel: string
  projectLabel: string
  newTab: string
  isInFirstView: boolean
}

export type ProjectsProps = {
  id: string
  projects: NonNullable<PlacedPortfolio['projects']>
  words: PlacedPortfolio['words']
  /** It stands right below the hero, where a tall window shows its first picture at once. */
  isFirst: boolean
}
