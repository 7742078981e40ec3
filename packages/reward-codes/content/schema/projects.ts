import { z } from 'zod'
import { withEnDash, YEARS } from '../dates.ts'
import { ImageAsset } from './assets.ts'
import { entryId, image, line, link, paragraph, properName, readers, titled } from './fields.ts'
import type { Strings } from './strings.ts'

const quote = z
  .strictObject({
    text: paragraph('What the person said, without quotation marks.'),
    by: line('The name of the person, or who it is, such as Harbour master.'),
    role: line('The role and the employer of the person.').optional(),
  })
  .describe('A quote about the project.')

const picture = z
  .strictObject({
    image: image('The picture, in its own aspect ratio: a file or an https:// URL.', 'picture'),
    imageAlt: line('The alternative text: what the picture shows.'),
    caption: line('A caption below the picture.').optional(),
  })
  .describe('A picture of the project.')

const projectLink = z
  .strictObject({
    text: line('The text of the link.'),
    url: link('The URL.'),
  })
  .describe('A link about the project.')

const project = z
  .strictObject({
    ...readers,
    title: line('The title of the project.'),
    id: entryId
      .describe('The address of its page, by default made from the title: /projects/boat-hire/.')
      .optional(),
    summary: paragraph('The purpose and result of the project, in one sentence.').optional(),
    outcome: line('What came of it, in at most 40 letters, such as Half the calls.')
      .max(40)
      .optional(),
    imgSrc: image('The image: a file or an https:// URL.', 'card').optional(),
    imgAlt: line('The alternative text: what the image shows.').optional(),
    githubUrl: link('The URL of the source code.').optional(),
    projectUrl: link('The URL of the live project.').optional(),
    featured: z
      .boolean()
      .describe(
        'Whether the project is shown large, above the others. By default, the first one is, if it has a picture.',
      )
      .optional(),
    kind: line('What the project is, such as Booking system.').optional(),
    year: z
      .string()
      .regex(YEARS, { error: 'a year such as "2025" or years such as 2023 – 2025' })
      .overwrite(withEnDash)
      .describe('The year, or the first and the last year.')
      .optional(),
    technologies: z
      .array(properName('A technology.'))
      .describe('The technologies used.')
      .optional(),
    client: line('The client or the employer.').optional(),
    role: line('What you did in the project, such as Design and development.').optional(),
    problem: paragraph('The problem that the project solves.').optional(),
    approach: paragraph('How you solved it, and what you decided.').optional(),
    result: paragraph('What changed for the people who use it.').optional(),
    quote: quote.optional(),
    pictures: z.array(picture).describe('Further pictures, on the page of the project.').optional(),
    links: z.array(projectLink).describe('Further links.').optional(),
  })
  .refine(({ imgSrc, imgAlt }) => imgSrc === undefined || imgAlt !== undefined, {
    path: ['imgAlt'],
    error: 'alternative text for the image',
  })
  .describe(
    'A project. With a problem, a result or another part of a story, it has a separate page.',
  )

export const projects = ({ projects: title, liveDemo }: Strings['content']) =>
  z
    .strictObject({
      ...titled(title),
      layout: z
        .enum(['carousel', 'grid'])
        .describe('How the projects below the featured one are shown; up to three are a grid.')
        .default('carousel'),
      repeatFeatured: z
        .boolean()
        .describe('Whether the featured project is among the others, too.')
        .default(false),
      cards: z.array(project).describe('The projects, in order.'),
      githubLabel: properName('The label of the link to the source code.').default('GitHub'),
      projectLabel: line('The label of the link to the live project.').default(liveDemo),
    })
    .describe('The projects section.')

type ProjectFields = Pick<
  z.output<typeof project>,
  'title' | 'id' | 'year' | 'featured' | 'imgSrc'
> &
  Partial<Record<(typeof IN_STORY)[number], unknown>>

/** The fields that only the page of a project shows. */
const IN_STORY = [
  'client',
  'role',
  'problem',
  'approach',
  'result',
  'quote',
  'pictures',
  'links',
] as const

/** What the page derives for each project. */
export type ResolvedProject = {
  /** Set on the one project that is shown large. */
  featured?: true
  /** The path of its page below the home page, if it has a story. */
  page?: string
  /** The anchor of the card, if it has none. */
  anchor?: string
  /** Its picture without a crop, for its page and where it is shown large. */
  whole?: ImageAsset
}

/** The path of the page of a project below the home page of each language. */
export function storyPath(id: string): string {
  return `projects/${id}/`
}

/** Whether a project has a separate page, for what its card does not show. */
export function hasStory(project: Partial<ProjectFields>, files: { address: string }[]): boolean {
  return (
    files.some(({ address }) => address === project.id) ||
    IN_STORY.some((name) => {
      const value = project[name]
      return Array.isArray(value) ? value.length > 0 : value !== undefined
    })
  )
}

/** Determines the featured project, the pages of those with a story, and the anchors of the others. */
export function resolveProjects<Project extends ProjectFields>(
  cards: Project[],
  present: string,
  files: { address: string }[],
): (Omit<Project, 'featured'> & ResolvedProject)[] {
  const [first] = cards
  const isFirst = first?.featured ?? first?.imgSrc !== undefined
  const featured = cards.find((card) => card.featured) ?? (isFirst ? first : undefined)
  return cards.map(({ featured: _, ...card }, index) => ({
    ...card,
    ...(card.imgSrc && { whole: new ImageAsset(card.imgSrc.name, 'whole') }),
    ...(card.year && { year: card.year.replace('present', present) }),
    ...(cards[index] === featured && { featured: true }),
    ...(card.id && hasStory(card, files)
      ? { page: storyPath(card.id) }
      : { anchor: `project-${index + 1}` }),
  }))
}
