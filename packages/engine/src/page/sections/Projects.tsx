import type { ReactNode } from 'react'
import type { PageContent, PageProject } from '../../content/schema.ts'
import { Carousel, Slide } from '../components/Carousel.tsx'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { Section } from '../components/Section.tsx'
import { FEATURED_SIZES, PROJECT_CARD } from '../image-slots.ts'
import ProjectDetail from './ProjectDetail.tsx'
import { type ProjectLabels, ProjectLinks } from './ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from './ProjectPicture.tsx'
import styles from './Projects.module.css'
import { RichText } from './RichText.tsx'

/** The featured project at full width, the other projects, and the details of each. */
export default function Projects({ id, projects, strings, controls, isFirst }: ProjectsProps) {
  const { heading, layout, cards, githubLabel, projectLabel } = projects
  const labels = { github: githubLabel, project: projectLabel, newTab: strings.newTab }
  const featured = cards.find((project) => project.featured)
  const others = cards.filter((project) => project !== featured)
  return (
    <Section id={id} heading={heading} layout="wide">
      {featured && (
        <FeaturedProject
          project={featured}
          labels={labels}
          readMore={strings.readMore}
          priority={isFirst}
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
        <Carousel label={strings.gallery} roleDescription={strings.carousel} controls={controls}>
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
      <Details id={id} cards={cards} labels={labels} strings={strings} />
    </Section>
  )
}

function FeaturedProject({ project, labels, readMore, priority }: FeaturedProps) {
  const { title, summary, technologies, anchor } = project
  const facts = kindAndYear(project)
  return (
    <article className={styles.featured}>
      <ProjectPicture
        project={project}
        sizes={FEATURED_SIZES}
        className={styles.picture}
        priority={priority}
      />
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

/** The details of all projects that have some, each with links to its neighbours. */
function Details({ id, cards, labels, strings }: DetailsProps) {
  const detailed = cards.filter(({ anchor }) => anchor)
  return detailed.map((project, index) => {
    const previous = detailed.at(index - 1)
    const next = detailed[(index + 1) % detailed.length]
    const siblings = [
      { href: `#${previous?.anchor}`, icon: 'arrow-left', label: strings.previous },
      { href: `#${next?.anchor}`, icon: 'arrow-right', label: strings.next },
    ]
    return (
      <ProjectDetail
        key={project.anchor}
        project={project}
        labels={labels}
        strings={strings}
        siblings={detailed.length > 1 ? siblings : []}
        closeHref={`#${id}`}
      />
    )
  })
}

type FeaturedProps = CardProps & { readMore: string }

type CardProps = { project: PageProject; labels: ProjectLabels; priority?: boolean }

type DetailsProps = Pick<ProjectsProps, 'id' | 'strings'> & {
  cards: PageProject[]
  labels: ProjectLabels
}

type ProjectsProps = {
  id: string
  projects: NonNullable<PageContent['projects']>
  strings: PageContent['strings']
  controls: ReactNode
  /** Whether the section follows the hero, so that a tall window shows its first image at once. */
  isFirst: boolean
}
