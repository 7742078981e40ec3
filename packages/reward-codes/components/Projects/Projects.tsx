import type { ReactNode } from 'react'
import type { PageContent, PageProject } from '../../content/portfolio.ts'
import { Carousel, Slide } from '../Carousel/Carousel.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { Quote } from '../Quote/Quote.tsx'
import { RichText } from '../RichText/RichText.tsx'
import { Section } from '../Section/Section.tsx'
import { type ProjectLabels, ProjectLinks } from './ProjectLinks.tsx'
import { kindAndYear, ProjectPicture } from './ProjectPicture.tsx'
import styles from './Projects.module.css'
import { ProjectTitle } from './ProjectTitle.tsx'

/** How many cards stand in a row. A carousel of no more would have nothing to move. */
const ROW = 3

/** The featured project at full width, and the others as cards. On paper, a project that is both is only a card. */
export default function Projects(props: ProjectsProps) {
  const { id, projects, strings, picture, carouselId, controls, isFirst } = props
  const { heading, layout } = projects
  const featured = featuredIn(projects.cards)
  const cards = listedIn(projects)
  const isGrid = layout === 'grid' || cards.length <= ROW
  const isCard = featured !== undefined && cards.includes(featured)
  const anchor = isCard ? undefined : featured?.anchor
  // The whole picture leaves room for the text beside it.
  const isNarrow = (featured?.whole?.step ?? 2) <= 1
  const labels = projectLabels(projects, strings)
  const pictured = cards.filter(({ imgSrc }) => imgSrc).length
  // A row is all pictures or all titles.
  const isSet = pictured === 0 || (cards.length <= ROW && pictured < cards.length)
  const hasFirstImage = isFirst && !featured
  return (
    <Section id={id} heading={heading} layout="wide">
      {featured && (
        <article
          id={anchor}
          tabIndex={anchor ? -1 : undefined}
          className={styles.featured}
          data-narrow={isNarrow ? '' : undefined}
          data-no-print={isCard ? '' : undefined}
        >
          {picture}
          <div className={styles.text}>
            <div>
              <ProjectTitleAndKind project={featured} labels={labels} />
              {featured.quote && (
                <Quote text={featured.quote.text}>
                  {[featured.quote.by, featured.quote.role].filter(Boolean).join(labels.comma)}
                </Quote>
              )}
            </div>
            <div>
              <ProjectText project={featured} labels={labels} />
            </div>
          </div>
        </article>
      )}
      {isGrid && cards.length > 0 && (
        <ul className={styles.grid}>
          {cards.map((project, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
            <li key={index}>
              <ProjectCard project={project} labels={labels} isSet={isSet} />
            </li>
          ))}
        </ul>
      )}
      {!isGrid && (
        <Carousel
          id={carouselId}
          label={strings.gallery}
          isNamesake={heading === strings.gallery}
          roleDescription={strings.carousel}
          controls={controls}
        >
          {cards.map((project, index) => (
            <Slide
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and titles may repeat
              key={index}
              roleDescription={strings.slide}
              label={project.title}
            >
              <ProjectCard
                project={project}
                labels={labels}
                isSet={isSet}
                priority={hasFirstImage && index === 0}
              />
            </Slide>
          ))}
        </Carousel>
      )}
    </Section>
  )
}

/** The project that is shown large: the featured one, or the only one. */
export function featuredIn(cards: PageProject[]): PageProject | undefined {
  return cards.find(({ featured }) => featured) ?? (cards.length === 1 ? cards[0] : undefined)
}

/** The projects that are cards. */
export function listedIn({ cards, repeatFeatured }: ProjectList): PageProject[] {
  const featured = featuredIn(cards)
  return repeatFeatured && cards.length > 1 ? cards : cards.filter((card) => card !== featured)
}

/** The texts of the links of a project. */
export function projectLabels(
  { githubLabel, projectLabel }: ProjectList,
  { placeholder, comma }: PageContent['strings'],
): ProjectLabels {
  return { github: githubLabel, project: projectLabel, placeholder, comma }
}

/** A card. Without a picture, its title is the field. Without a story, the index of the hero leads to the card. */
function ProjectCard({ project, labels, priority, isSet = false }: CardProps) {
  const { anchor, imgSrc } = project
  const hasPicture = imgSrc && !isSet
  return (
    <article
      id={anchor}
      tabIndex={anchor ? -1 : undefined}
      className={styles.card}
      data-set={hasPicture ? undefined : isSet ? '' : 'beside'}
    >
      {hasPicture && <ProjectPicture project={project} priority={priority} />}
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
  const { summary, technologies, page } = project
  return (
    <>
      {summary && (
        <p className={styles.summary}>
          <RichText text={summary} />
        </p>
      )}
      {technologies && !page && <p className={styles.facts}>{technologies.join(labels.comma)}</p>}
      <ProjectLinks project={project} labels={labels} />
    </>
  )
}

/** The title, with a story as a link to it that also covers the picture. */
function TitleLink({ project: { title, page } }: Pick<CardProps, 'project'>) {
  if (!page) return <ProjectTitle title={title} />
  return (
    <a href={page} className={styles.cover}>
      <ProjectTitle title={title} />
      <Icon name="arrow-right" />
    </a>
  )
}

type ProjectList = NonNullable<PageContent['projects']>

type CardProps = {
  project: PageProject
  labels: ProjectLabels
  priority?: boolean
  /** Whether the card shows no picture. */
  isSet?: boolean
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
  /** Whether the section follows the hero, so that a tall window shows its first image at once. */
  isFirst: boolean
}
