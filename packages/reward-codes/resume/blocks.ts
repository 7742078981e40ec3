import type { Credit, Entry, Portfolio, Project, Tenure } from '../content/portfolio.ts'
import { colonIn, commaIn } from '../content/punctuation.ts'
import type { Inline, RichText } from '../content/rich-text.ts'
import { shortUrl } from '../content/schema/address.ts'
import { resumeContent } from './data.ts'

/** A text in one style. The text of an address says where its link leads. */
export type Run = {
  text: string
  href?: string | undefined
  strong?: boolean
  em?: boolean
  isAddress?: true
}

/** A paragraph of the resume, its parts with a dot between them. `dates` stand at the end of its line. */
export type Block = { style: BlockStyle; parts: Run[][]; dates?: string | undefined }
export type BlockStyle =
  | 'name'
  | 'headline'
  | 'contact'
  | 'section'
  | 'entry'
  | 'position'
  | 'credit'
  | 'row'
  | 'paragraph'
  | 'item'

/** The resume as paragraphs, of which PDF, Word and plain text are made. */
export function resumeBlocks(portfolio: Portfolio): Block[] {
  const { person, site, about, projects, resume } = resumeContent(portfolio)
  const comma = commaIn(site.language)
  const colon = colonIn(site.language)
  const home = site.url

  const prose = ({ nodes }: RichText) => nodes.flatMap((node) => runsOf(node, home))
  const paragraph = (text: RichText | undefined): Block[] =>
    text ? [{ style: 'paragraph', parts: [prose(text)] }] : []
  const role = ({ course, area }: Entry) => strong([course, area].filter(Boolean).join(comma))
  const employer = ({ school, url }: Entry): Part => school && { text: school, href: url }

  const position = (style: 'entry' | 'position', entry: Entry, beside: Part[]): Block[] => [
    { style, parts: [joined(comma, [role(entry), ...beside])], dates: entry.period?.label },
    ...paragraph(entry.description),
    ...(entry.highlights ?? []).map((text): Block => ({ style: 'item', parts: [prose(text)] })),
  ]
  const single = (entry: Entry) => position('entry', entry, [employer(entry), entry.place])
  const tenure = ({ positions, span, place }: Tenure): Block[] => {
    const [first] = positions
    if (!first || positions.length === 1) return positions.flatMap(single)
    return [
      {
        style: 'entry',
        parts: [joined(comma, [linked(first.school ?? '', first.url), place])],
        dates: span,
      },
      ...positions.flatMap((one) => position('position', one, [place ? undefined : one.place])),
    ]
  }
  const credit = ({ title, by, url, date, description }: Credit): Block[] => [
    { style: 'credit', parts: [joined(comma, [linked(title, url), by])], dates: date?.label },
    ...paragraph(description),
  ]
  const project = ({ title, summary, projectUrl, githubUrl }: Project): Block[] => {
    const url = projectUrl ?? githubUrl
    const parts = [[linked(title, undefined)], ...(url ? [[address(url)]] : [])]
    return [{ style: 'credit', parts }, ...paragraph(summary)]
  }
  const pair = (name: string, value = ''): Run[] =>
    value ? [{ text: name + colon, strong: true }, { text: value }] : [{ text: name, strong: true }]
  const row = (...parts: Run[][]): Block => ({ style: 'row', parts })
  const section = <Item>(
    list: { heading: string; entries: Item[] } | undefined,
    blocks: (items: Item[]) => Block[],
  ): Block[] =>
    list ? [{ style: 'section', parts: [[{ text: list.heading }]] }, ...blocks(list.entries)] : []
  const each =
    <Item>(blocks: (item: Item) => Block[]) =>
    (items: Item[]) =>
      items.flatMap(blocks)
  const skills = (entries: Skills) => {
    const pairs = entries.map(({ name, description, keywords }) =>
      pair(name, [description, keywords?.join(comma)].filter(Boolean).join('; ')),
    )
    return entries.some(({ keywords }) => keywords) ? pairs.map((one) => row(one)) : [row(...pairs)]
  }

  const profiles = person.profiles.flatMap(({ url }) => (url.startsWith('http') ? url : []))
  const contact = [
    person.place && { text: person.place },
    person.email && address(`mailto:${person.email}`, person.email),
    person.phone && address(`tel:${person.phone.replace(/[^+\d]/g, '')}`, person.phone),
    ...[site.url ?? '', ...profiles].map((url) => url && address(url)),
  ]
  return [
    { style: 'name', parts: [[{ text: person.name }]] },
    ...(person.headline
      ? [{ style: 'headline' as const, parts: [[{ text: person.headline }]] }]
      : []),
    { style: 'contact', parts: contact.flatMap((one) => (one ? [[one]] : [])) },
    ...(about?.bio ?? []).flatMap(paragraph),
    ...section(resume?.experience, each(tenure)),
    ...section(resume?.education, each(single)),
    ...section(projects && { heading: projects.heading, entries: projects.cards }, each(project)),
    ...section(resume?.skills, skills),
    ...section(resume?.languages, (entries) => [
      row(...entries.map(({ name, fluency }) => pair(name, fluency))),
    ]),
    ...section(resume?.certificates, each(credit)),
    ...section(resume?.awards, each(credit)),
    ...section(resume?.publications, each(credit)),
    ...section(resume?.volunteering, each(tenure)),
  ]
}

/** The runs of a paragraph in one line. */
export function lineOf({ parts }: Block): Run[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: ' · ' }, ...part]))
}

type Skills = NonNullable<NonNullable<Portfolio['resume']>['skills']>['entries']

/** A run, a text, or nothing. */
type Part = Run | string | undefined

function joined(separator: string, parts: Part[]): Run[] {
  const runs = parts.flatMap((part) =>
    typeof part === 'object' ? part : part ? { text: part } : [],
  )
  return runs.flatMap((run, index) => (index === 0 ? run : [{ text: separator }, run]))
}

const address = (href: string, text = shortUrl(href)): Run => ({ text, href, isAddress: true })
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
