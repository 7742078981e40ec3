import type { ReactNode } from 'react'
import type { PageContent, PageProject } from '../../content/schema.ts'
import { Carousel, Slide } from '../components/Carousel.tsx'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { Icon } from '../components/Icon.tsx'
import { Picture } from '../components/Picture.tsx'
import { Section } from '../components/Section.tsx'
import { PROJECT_CARD } from '../image-slots.ts'
import styles from './Projects.module.css'

/** The project gallery. */
export function Projects({ id, projects, strings, controls, isFirst }: ProjectsProps) {
  return (
    <Section id={id} heading={projects.heading} layout="wide">
      <Carousel label={strings.gallery} roleDescription={strings.carousel} controls={controls}>
        {projects.cards.map((project, index) => (
          <ProjectSlide
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
            key={index}
            roleDescription={strings.slide}
            project={project}
            githubLabel={projects.githubLabel}
            projectLabel={projects.projectLabel}
            newTab={strings.newTab}
            priority={isFirst && index === 0}
          />
        ))}
      </Carousel>
    </Section>
  )
}

function ProjectSlide(props: ProjectSlideProps) {
  const { roleDescription, project, githubLabel, projectLabel, newTab, priority } = props
  const { title, summary, imgSrc, imgAlt, githubUrl, projectUrl, technologies } = project
  return (
    <Slide roleDescription={roleDescription} label={title}>
      <article className={styles.card}>
        {imgSrc && (
          <Picture
            picture={imgSrc}
            alt={imgAlt ?? ''}
            sizes={PROJECT_CARD.sizes}
            className={styles.picture}
            priority={priority}
          />
        )}
        <h3 className={styles.title}>{title}</h3>
        {summary && <p className={styles.summary}>{summary}</p>}
        {technologies && <p className={styles.technologies}>{technologies.join(' · ')}</p>}
        <p className={styles.links}>
          {githubUrl && (
            <ProjectLink href={githubUrl} text={githubLabel} of={title} newTab={newTab} />
          )}
          {projectUrl && (
            <ProjectLink href={projectUrl} text={projectLabel} of={title} newTab={newTab} />
          )}
        </p>
      </article>
    </Slide>
  )
}

/** A link of a card. Screen readers also read the name of the project. */
function ProjectLink({ href, text, of, newTab }: ProjectLinkProps) {
  return (
    <ExternalLink href={href} newTab={newTab} className={styles.link}>
      {text}
      <span data-visually-hidden="">{` ${of}`}</span>
      <Icon name="arrow-up-right" />
    </ExternalLink>
  )
}

type ProjectLinkProps = { href: string; text: string; of: string; newTab: string }

type ProjectSlideProps = {
  roleDescription: string
  project: PageProject
  githubLabel: string
  projectLabel: string
  newTab: string
  priority: boolean
}

type ProjectsProps = {
  id: string
  projects: NonNullable<PageContent['projects']>
  strings: PageContent['strings']
  controls: ReactNode
  /** Whether the section follows the hero, so that a tall window shows its first image at once. */
  isFirst: boolean
}
