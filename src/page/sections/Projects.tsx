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
  const { title, summary, imgSrc, imgAlt, githubUrl, projectUrl } = project
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
      <p className={styles.links}>
        <ExternalLink href={githubUrl} newTab={newTab} className={styles.link}>
          {projects.githubLabel}
          <span data-hidden-text="">{` ${title}`}</span>
          <Icon name="arrow-up-right" />
        </ExternalLink>
        <ExternalLink href={projectUrl} newTab={newTab} className={styles.link}>
          {projects.projectLabel}
          <span data-hidden-text="">{` ${title}`}</span>
          <Icon name="arrow-up-right" />
        </ExternalLink>
      </p>
    </article>
  )
}

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
