import type { Credit, CreditList, Entry, Portfolio, Tenure } from '../content/portfolio.ts'
import { colonIn, commaIn } from '../content/punctuation.ts'
import type { Inline, RichText } from '../content/rich-text.ts'
import { resumeContent } from './data.ts'

/** A part of a line in one style. */
export type Run = { text: string; href?: string | undefined; strong?: boolean; em?: boolean }

/** A paragraph of the resume. `dates` stand at the end of its line. */
export type Block = { style: BlockStyle; runs: Run[]; dates?: string | undefined }
export type BlockStyle =
  | 'name'
  | 'headline'
  | 'contact'
  | 'section'
  | 'entry'
  | 'position'
  | 'paragraph'
  | 'item'

const DOT = ' · '

/** The resume as paragraphs, in the order of the PDF. Word and plain text are written from it. */
export function resumeBlocks(portfolio: Portfolio): Block[] {
  const { person, site, about, projects, resume } = resumeContent(portfolio)
  const comma = commaIn(site.language)
  const colon = colonIn(site.language)
  const home = site.url

  const prose = ({ nodes }: RichText) => nodes.flatMap((node) => runsOf(node, home))
  const paragraph = (text: RichText | undefined): Block[] =>
    text ? [{ style: 'paragraph', runs: prose(text) }] : []
  const role = ({ course, area }: Entry) => strong([course, area].filter(Boolean).join(comma))
  const employer = ({ school, url }: Entry): Part => school && { text: school, href: url }

  const position = (style: 'entry' | 'position', entry: Entry, beside: Part[]): Block[] => [
    { style, runs: joined(comma, [role(entry), ...beside]), dates: entry.period?.label },
    ...paragraph(entry.description),
    ...(entry.highlights ?? []).map((text): Block => ({ style: 'item', runs: prose(text) })),
  ]
  const single = (entry: Entry) => position('entry', entry, [employer(entry), entry.place])
  const tenure = ({ positions, span, place }: Tenure): Block[] => {
    const [first] = positions
    if (!first || positions.length === 1) return positions.flatMap(single)
    return [
      { style: 'entry', runs: joined(comma, [strong(first.school), place]), dates: span },
      ...positions.flatMap((one) => position('position', one, [place ? undefined : one.place])),
    ]
  }
  const credit = ({ title, by, url, date, description }: Credit): Block[] => [
    { style: 'entry', runs: joined(comma, [linked(title, url), by]), dates: date?.label },
    ...paragraph(description),
  ]
  const pair = (name: string, value: string): Block => ({
    style: 'item',
    runs: value ? [{ text: name + colon, strong: true }, { text: value }] : [{ text: name }],
  })
  const section = <Item>(
    list: { heading: string; entries: Item[] } | undefined,
    blocks: (item: Item) => Block[],
  ): Block[] =>
    list
      ? [{ style: 'section', runs: [{ text: list.heading }] }, ...list.entries.flatMap(blocks)]
      : []
  const credits = (list: CreditList | undefined) => section(list, credit)

  const profiles = person.profiles.flatMap(({ url }) => (url.startsWith('http') ? url : []))
  const contact = [
    person.place,
    person.email && { text: person.email, href: `mailto:${person.email}` },
    person.phone,
    ...[site.url ?? '', ...profiles].map((url) => url && { text: shownUrl(url), href: url }),
  ]
  return [
    { style: 'name', runs: [{ text: person.name }] },
    ...(person.headline ? [{ style: 'headline' as const, runs: [{ text: person.headline }] }] : []),
    { style: 'contact', runs: joined(DOT, contact) },
    ...(about?.bio ?? []).flatMap(paragraph),
    ...section(resume?.experience, tenure),
    ...section(resume?.education, single),
    ...section(projects && { heading: projects.heading, entries: projects.cards }, (project) => [
      { style: 'entry', runs: [linked(project.title, project.projectUrl ?? project.githubUrl)] },
      ...paragraph(project.summary),
    ]),
    ...section(resume?.skills, ({ name, description, keywords }) => [
      pair(name, [description, keywords?.join(comma)].filter(Boolean).join('; ')),
    ]),
    ...section(resume?.languages, ({ name, fluency = '' }) => [pair(name, fluency)]),
    ...credits(resume?.certificates),
    ...credits(resume?.awards),
    ...credits(resume?.publications),
    ...section(resume?.volunteering, tenure),
  ]
}

/** A run, a text, or nothing. */
type Part = Run | string | undefined

function joined(separator: string, parts: Part[]): Run[] {
  const runs = parts.flatMap((part) =>
    typeof part === 'object' ? part : part ? { text: part } : [],
  )
  return runs.flatMap((run, index) => (index === 0 ? run : [{ text: separator }, run]))
}

const linked = (text: string, href: string | undefined): Run => ({ text, href, strong: true })
const strong = (text: string | undefined): Part => text && { text, strong: true }

/** A link to a section leads to the page. */
function runsOf(node: Inline, home: string | undefined, style: Omit<Run, 'text'> = {}): Run[] {
  if (typeof node === 'string') return [{ ...style, text: node }]
  if (node.tag === 'code') return [{ ...style, text: node.text }]
  const own =
    node.tag === 'a'
      ? { href: node.href.startsWith('#') ? home && home + node.href : node.href }
      : { [node.tag]: true }
  return node.children.flatMap((child) => runsOf(child, home, { ...style, ...own }))
}

/** An address as the PDF shows it. */
export function shownUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
