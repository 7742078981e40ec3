import type { ReactNode } from 'react'
import type { PageContent, PageProject } from 'reward-codes/internal/content/schema.ts'
import { PROJECT_CARD } from 'reward-codes/internal/images/image-slots.ts'
import { Carousel, Slide } from '../Carousel/Carousel.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import { type ProjectLabels, ProjectLinks } from './ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from './ProjectPicture.tsx'
import styles from './Projects.module.css'

/** The featured project at full width, the other projects, and the details of each. */
export default function Projects(props: ProjectsProps) {
  const { id, projects, strings, picture, carouselId, controls, details, isFirst } = props
  const { heading, layout } = projects
  const { featured, others } = splitProjects(projects)
  const labels = projectLabels(projects, strings)
  return (
    <Section id={id} heading={heading} layout="wide">
      {featured && (
        <FeaturedProject
          project={featured}
          labels={labels}
          readMore={strings.readMore}
          picture={picture}
        />
      )}
      {layout === 'grid' && (
        <ul className={styles.grid}>
          {others.map((project, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
            <li key={index}>
              <ProjectCard project={project} labels={labels} />
            </li>
          ))}
        </ul>
      )}
      {layout === 'carousel' && others.length > 0 && (
        <Carousel
          id={carouselId}
          label={strings.gallery}
          roleDescription={strings.carousel}
          controls={controls}
        >
          {others.map((project, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
            <Slide key={index} roleDescription={strings.slide} label={project.title}>
              <ProjectCard
                project={project}
                labels={labels}
                priority={isFirst && !featured && index === 0}
              />
            </Slide>
          ))}
        </Carousel>
      )}
      {details}
    </Section>
  )
}

/** The featured project, and the others in the order of the content. */
export function splitProjects({ cards }: ProjectList) {
  const featured = cards.find((project) => project.featured)
  return { featured, others: cards.filter((project) => project !== featured) }
}

/** The texts of the links of a project. */
export function projectLabels(
  { githubLabel, projectLabel }: ProjectList,
  { newTab }: PageContent['strings'],
): ProjectLabels {
  return { github: githubLabel, project: projectLabel, newTab }
}

function FeaturedProject({ project, labels, readMore, picture }: FeaturedProps) {
  const { title, summary, technologies, anchor } = project
  const facts = kindAndYear(project)
  return (
    <article className={styles.featured}>
      {picture}
      <div className={styles.text}>
        {facts && <p className={styles.technologies}>{facts}</p>}
        <h3 className={styles.title}>
          <TitleLink project={project} newTab={labels.newTab} />
        </h3>
        {summary && (
          <p className={styles.summary}>
            <RichText text={summary} newTab={labels.newTab} />
          </p>
        )}
        {technologies && <p className={styles.technologies}>{technologies.join(', ')}</p>}
        <ProjectLinks project={project} labels={labels}>
          {anchor && (
            <a href={`#${anchor}`}>
              {readMore}
              <span data-visually-hidden="">{` ${title}`}</span>
            </a>
          )}
        </ProjectLinks>
      </div>
    </article>
  )
}

function ProjectCard({ project, labels, priority }: CardProps) {
  const { summary, technologies } = project
  return (
    <article className={styles.card}>
      <ProjectPicture
        project={project}
        sizes={PROJECT_CARD.sizes}
        className={styles.picture}
        priority={priority}
      />
      <h3 className={styles.title}>
        <TitleLink project={project} newTab={labels.newTab} />
      </h3>
      {summary && (
        <p className={styles.summary}>
          <RichText text={summary} newTab={labels.newTab} />
        </p>
      )}
      {technologies && <p className={styles.technologies}>{technologies.join(', ')}</p>}
      <ProjectLinks project={project} labels={labels} />
    </article>
  )
}

/** The title as a link that also covers the picture: to the details, or else to the live project. */
function TitleLink({ project, newTab }: { project: PageProject; newTab: string }) {
  const { title, anchor, projectUrl, githubUrl } = project
  return anchor ? (
    <a href={`#${anchor}`} className={styles.cover}>
      {title}
    </a>
  ) : (
    <ExternalLink href={projectUrl ?? githubUrl} newTab={newTab} className={styles.cover}>
      {title}
    </ExternalLink>
  )
}

type ProjectList = NonNullable<PageContent['projects']>

type FeaturedProps = CardProps & { readMore: string; picture: ReactNode }

type CardProps = { project: PageProject; labels: ProjectLabels; priority?: boolean }

type ProjectsProps = {
  id: string
  projects: ProjectList
  strings: PageContent['strings']
  /** The picture of the featured project. */
  picture?: ReactNode
  /** The id by which the controls find the carousel. */
  carouselId: string
  /** An island: the buttons and the position of the carousel. */
  controls?: ReactNode
  /** The details of all projects that have some. */
  details?: ReactNode
  /** Whether the section follows the hero, so that a tall window shows its first image at once. */
  isFirst: boolean
}
