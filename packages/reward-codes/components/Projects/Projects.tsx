import type { ReactNode } from 'react'
import type { PageContent, PageProject } from '../../content/portfolio.ts'
import { PROJECT_CARD } from '../../images/image-slots.ts'
import { Carousel, Slide } from '../Carousel/Carousel.tsx'
import { ExternalLink } from '../ExternalLink/ExternalLink.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import { type ProjectLabels, ProjectLinks } from './ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from './ProjectPicture.tsx'
import styles from './Projects.module.css'
import { ProjectTitle } from './ProjectTitle.tsx'

/**
 * The featured project at full width, the others as cards, and the details of each. Where the details of a project are
 * printed, its card is not, and neither is the featured project.
 */
export default function Projects(props: ProjectsProps) {
  const { id, projects, strings, picture, carouselId, controls, details, isFirst } = props
  const { heading, layout } = projects
  const featured = featuredIn(projects.cards)
  const cards = listedIn(projects)
  const hasCards = cards.length > 0
  const anchor = featured && !cards.includes(featured) ? featured.cardAnchor : undefined
  const labels = projectLabels(projects, strings)
  const hasFirstImage = isFirst && !featured
  return (
    <Section id={id} heading={heading} layout="wide">
      {featured && (
        <article
          id={anchor}
          tabIndex={anchor ? -1 : undefined}
          className={styles.featured}
          data-no-print={anchor ? undefined : ''}
        >
          {picture}
          <div className={styles.text}>
            <div>
              <ProjectTitleAndKind project={featured} labels={labels} />
            </div>
            <div>
              <ProjectText project={featured} labels={labels} />
            </div>
          </div>
        </article>
      )}
      {layout === 'grid' && hasCards && (
        <ul className={styles.grid}>
          {cards.map((project, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
            <li key={index} data-no-print={project.anchor && ''}>
              <ProjectCard project={project} labels={labels} />
            </li>
          ))}
        </ul>
      )}
      {layout === 'carousel' && hasCards && (
        <Carousel
          id={carouselId}
          label={strings.gallery}
          isNamesake={heading === strings.gallery}
          hasTitle={featured !== undefined && heading !== strings.gallery}
          roleDescription={strings.carousel}
          controls={controls}
        >
          {cards.map((project, index) => (
            <Slide
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
              key={index}
              roleDescription={strings.slide}
              label={project.title}
              data-no-print={project.anchor && ''}
            >
              <ProjectCard
                project={project}
                labels={labels}
                priority={hasFirstImage && index === 0}
              />
            </Slide>
          ))}
        </Carousel>
      )}
      {details}
    </Section>
  )
}

/** The project that is shown large: the featured one, or the only one. */
export function featuredIn(cards: PageProject[]): PageProject | undefined {
  return cards.find(({ featured }) => featured) ?? (cards.length === 1 ? cards[0] : undefined)
}

/** The projects that are cards. One that is shown large is a card, too, where there would be few without it. */
export function listedIn({
  cards,
  repeatFeatured = cards.length <= 3,
}: ProjectList): PageProject[] {
  const featured = featuredIn(cards)
  return repeatFeatured && cards.length > 1 ? cards : cards.filter((card) => card !== featured)
}

/** The texts of the links of a project. */
export function projectLabels(
  { githubLabel, projectLabel }: ProjectList,
  { readMore, placeholder, comma }: PageContent['strings'],
): ProjectLabels {
  return { github: githubLabel, project: projectLabel, readMore, placeholder, comma }
}

/** A card without details is where the index of the hero leads. */
function ProjectCard({ project, labels, priority }: CardProps) {
  const { cardAnchor } = project
  return (
    <article id={cardAnchor} tabIndex={cardAnchor ? -1 : undefined} className={styles.card}>
      <ProjectPicture project={project} sizes={PROJECT_CARD.sizes} priority={priority} />
      <ProjectTitleAndKind project={project} labels={labels} />
      <ProjectText project={project} labels={labels} />
    </article>
  )
}

function ProjectTitleAndKind({ project, labels }: Pick<CardProps, 'project' | 'labels'>) {
  const facts = kindAndYear(project, labels.comma)
  return (
    <>
      <h3 className={styles.title}>
        <TitleLink project={project} />
      </h3>
      {facts && <p className={styles.facts}>{facts}</p>}
    </>
  )
}

function ProjectText({ project, labels }: Pick<CardProps, 'project' | 'labels'>) {
  const { title, summary, technologies, anchor } = project
  return (
    <>
      {summary && (
        <p className={styles.summary}>
          <RichText text={summary} />
        </p>
      )}
      {technologies && <p className={styles.facts}>{technologies.join(labels.comma)}</p>}
      <ProjectLinks project={project} labels={labels}>
        {anchor && (
          <a href={`#${anchor}`}>
            {labels.readMore}
            <span data-visually-hidden="">{` ${title}`}</span>
          </a>
        )}
      </ProjectLinks>
    </>
  )
}

/** The title as a link that also covers the picture: to the details, or else to the live project. */
function TitleLink({ project }: { project: PageProject }) {
  const { title, anchor, projectUrl, githubUrl } = project
  return anchor ? (
    <a href={`#${anchor}`} className={styles.cover}>
      <ProjectTitle title={title} />
    </a>
  ) : (
    <ExternalLink href={projectUrl ?? githubUrl} className={styles.cover}>
      <ProjectTitle title={title} />
    </ExternalLink>
  )
}

type ProjectList = NonNullable<PageContent['projects']>

type CardProps = {
  project: PageProject
  labels: ProjectLabels
  priority?: boolean
}

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
