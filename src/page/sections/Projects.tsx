import type { Portfolio, Project } from '../../content/schema.ts'
import { Carousel } from '../parts/Carousel.tsx'
import { ExternalLink } from '../parts/ExternalLink.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './Projects.module.css'

/** The gallery of projects. */
export function Projects({ id, projects, words }: ProjectsProps) {
  return (
    <Section id={id} heading={projects.heading} matter="wide">
      <Carousel
        label={words.gallery}
        kind={words.carousel}
        slideKind={words.slide}
        words={words}
        slides={projects.cards.map((project, index) => ({
          key: `${index} ${project.title}`,
          label: project.title,
          content: <ProjectCard project={project} projects={projects} newTab={words.newTab} />,
        }))}
      />
    </Section>
  )
}

function ProjectCard({ project, projects, newTab }: ProjectCardProps) {
  const { title, summary, imgSrc, imgAlt, githubUrl, projectUrl, technologies } = project
  return (
    <article className={styles.card}>
      <img
        className={styles.picture}
        src={imgSrc}
        alt={imgAlt}
        width="640"
        height="400"
        loading="lazy"
        decoding="async"
      />
      <h3 className={styles.title}>{title}</h3>
      {summary && <p className={styles.summary}>{summary}</p>}
      {technologies && <p className={styles.technologies}>{technologies.join(' · ')}</p>}
      <p className={styles.links}>
        {githubUrl && (
          <Way href={githubUrl} text={projects.githubLabel} of={title} newTab={newTab} />
        )}
        {projectUrl && (
          <Way href={projectUrl} text={projects.projectLabel} of={title} newTab={newTab} />
        )}
      </p>
    </article>
  )
}

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

type ProjectCardProps = {
  project: Project
  projects: Pick<NonNullable<Portfolio['projects']>, 'githubLabel' | 'projectLabel'>
  newTab: string
}

export type ProjectsProps = {
  id: string
  projects: NonNullable<Portfolio['projects']>
  words: Portfolio['words']
}
