import { webProfiles } from '../../content/fields.ts'
import { type Language, RESUME_PROJECTS, type Skill } from '../../content/resume.ts'
import { plainText, type RichText } from '../../content/rich-text.ts'
import type { Credit, Entry, Portfolio, Project } from '../../content/schema.ts'
import { colonIn } from '../../content/typography.ts'
import type { ColorName } from '../colors.ts'
import type { TextStyle } from '../font-faces.ts'

export type Style = TextStyle & { color: ColorName }

type TagType =
  | 'Artifact'
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Link'

/** A node of the PDF structure tree. Spans with the same tag object share one element. */
export type Tag = {
  type: TagType
  parent?: Tag
  /** Linked text is underlined; a visible URL is not. */
  link?: { url: string; label: string; isUnderlined: boolean }
  isBulleted?: boolean
}

/** Marks decoration that screen readers skip: rules, separators, page footers. */
export const ARTIFACT: Tag = { type: 'Artifact' }

export type Span = {
  text: string
  style: Style
  tag: Tag
  /** Prevents line breaks inside the span if it fits in one line. */
  noWrap?: boolean
  /** Separates two spans of one line. It is not part of the text. */
  isSeparator?: boolean
}

/** A paragraph, or anything that is set like one. */
export type Block = {
  spans: Span[]
  lineHeight: number
  /** The space above it, except at the top of a page. */
  space: number
  /** A rule in that space: dark above a section, grey between two entries. */
  rule?: 'section' | 'entry'
  indent?: number
  /** Hangs in the indent of the first line. */
  bullet?: Span
  /** Never the last block of a page. */
  keepWithNext?: boolean
}

const ROOT: Tag = { type: 'Document' }

// All sizes and spaces are multiples of the text size, by which composeResume scales them.

const TIGHT = -0.022
const NAME: Style = { face: 'narrow', size: 3.3, color: 'text', tracking: TIGHT }
const HEADLINE: Style = { face: 'reading', size: 1.3, color: 'text' }
const HEADING: Style = { face: 'narrow', size: 1.6, color: 'text', tracking: TIGHT }
const TITLE: Style = { face: 'narrow', size: 1.16, color: 'text', tracking: -0.008 }
const TEXT: Style = { face: 'reading', size: 1, color: 'text' }
const MUTED: Style = { face: 'reading', size: 1, color: 'textMuted' }

const TEXT_LINE = 1.36
const TITLE_LINE = 1.5
const ITEM_SPACE = 0.42

/** Composes the resume as blocks in reading order, at a font size in points. */
export function composeResume(portfolio: Portfolio, size: number): Block[] {
  const { site, projects, resume } = portfolio
  const colon = colonIn(site.language)
  const cards = projects?.cards.slice(0, RESUME_PROJECTS)
  const blocks = [
    ...headerBlocks(portfolio),
    ...section(resume?.experience, timelineBlocks),
    ...section(resume?.education, timelineBlocks),
    ...section(projects && { ...projects, entries: cards ?? [] }, projectBlocks),
    ...section(resume?.skills, (skills) => skillBlocks(skills, colon)),
    ...section(resume?.languages, (languages) => languageBlocks(languages, colon)),
    ...section(resume?.certificates, creditBlocks),
    ...section(resume?.awards, creditBlocks),
    ...section(resume?.publications, creditBlocks),
    ...section(resume?.volunteering, timelineBlocks),
  ]
  return blocks.map((block) => scale(block, size))
}

function scale(block: Block, size: number): Block {
  const { spans, lineHeight, space, indent = 0, bullet } = block
  const scaleSpan = (span: Span) => ({
    ...span,
    style: { ...span.style, size: span.style.size * size },
  })
  return {
    ...block,
    spans: spans.map(scaleSpan),
    lineHeight: lineHeight * size,
    space: space * size,
    indent: indent * size,
    ...(bullet && { bullet: scaleSpan(bullet) }),
  }
}

/** The header: name, headline, contact details and bio. */
function headerBlocks(portfolio: Portfolio): Block[] {
  const { person, about } = portfolio
  const name: Span = { text: person.name, style: NAME, tag: { type: 'H1', parent: ROOT } }
  const headline = person.headline
    ? [{ text: person.headline, style: HEADLINE, tag: { type: 'P', parent: ROOT } as const }]
    : undefined
  return [
    { spans: [name], lineHeight: 3.4, space: 0 },
    ...(headline ? [{ spans: headline, lineHeight: 1.9, space: 0 }] : []),
    { spans: contactSpans(portfolio), lineHeight: TEXT_LINE, space: 0.55 },
    ...(about?.bio ?? []).map((text, index) => paragraph(text, index === 0 ? 1.1 : 0.45)),
  ]
}

function contactSpans({ person, site }: Portfolio): Span[] {
  const { place, email, phone, profiles } = person
  const tag: Tag = { type: 'P', parent: ROOT }
  const dialString = phone?.replace(/[^+\d]/g, '')
  return joinWithDots([
    place ? [{ text: place, style: TEXT, tag, noWrap: true }] : [],
    email ? [urlLink(email, `mailto:${email}`, email, tag)] : [],
    phone ? [urlLink(phone, `tel:${dialString}`, phone, tag)] : [],
    site.url ? [urlLink(displayUrl(site.url), site.url, displayUrl(site.url), tag)] : [],
    ...webProfiles(profiles).map(({ name, url }) => [
      urlLink(displayUrl(url), url, `${name}: ${url}`, tag),
    ]),
  ])
}

/** A heading and the section's blocks. Nothing for an empty section. */
function section<Item>(
  list: { heading: string; entries: Item[] } | undefined,
  compose: (entries: Item[]) => Block[],
): Block[] {
  const [first, ...others] = list ? compose(list.entries) : []
  if (!list || !first) return []
  const heading: Span = { text: list.heading, style: HEADING, tag: { type: 'H2', parent: ROOT } }
  // The rule of the section is above its heading, so its first entry needs none.
  const { rule: _, ...opening } = first
  return [
    { spans: [heading], lineHeight: 2, space: 1.6, rule: 'section', keepWithNext: true },
    { ...opening, space: 0.35 },
    ...others,
  ]
}

/** Timeline entries: a head with role, organization and dates, then description and highlights. */
function timelineBlocks(entries: Entry[]): Block[] {
  return entries.flatMap((entry) => {
    const { description, highlights = [] } = entry
    const body = [...(description ? [paragraph(description)] : []), ...highlightBlocks(highlights)]
    return [{ ...headBlock(entry), keepWithNext: body.length > 0 }, ...body]
  })
}

/** Role and dates are one line of text, so text extraction keeps them together. */
function headBlock({ course, area, school, place, url, period }: Entry): Block {
  const tag: Tag = { type: 'H3', parent: ROOT }
  const who: Span[] = [
    { text: [course, area].filter(Boolean).join(', '), style: TITLE, tag },
    { text: ', ', style: TEXT, tag },
    textLink(school, url, tag, TEXT),
    ...(place ? [{ text: `, ${place}`, style: TEXT, tag }] : []),
  ]
  const when = period ? [{ text: period.label, style: MUTED, tag, noWrap: true }] : []
  return { spans: joinWithDots([who, when]), lineHeight: TITLE_LINE, space: 1, rule: 'entry' }
}

/** Keeps the first two and the last two items of a list on one page. */
function highlightBlocks(highlights: RichText[]): Block[] {
  const list: Tag = { type: 'L', parent: ROOT, isBulleted: true }
  return highlights.map((text, index) => {
    const item: Tag = { type: 'LI', parent: list }
    const isNearEnd = index === 0 || index === highlights.length - 2
    return {
      spans: inlineSpans(text, { type: 'LBody', parent: item }),
      bullet: { text: '•', style: TEXT, tag: { type: 'Lbl', parent: item } },
      indent: 1.1,
      lineHeight: TEXT_LINE,
      space: 0.15,
      keepWithNext: isNearEnd && index < highlights.length - 1,
    }
  })
}

/** Projects. The head shows the URL, because paper has no links. */
function projectBlocks(projects: Project[]): Block[] {
  return projects.flatMap(({ title, summary, projectUrl, githubUrl }) => {
    const tag: Tag = { type: 'H3', parent: ROOT }
    const url = projectUrl ?? githubUrl
    const head: Block = {
      spans: joinWithDots([
        [{ text: title, style: TITLE, tag }],
        url ? [urlLink(displayUrl(url), url, `${title}: ${url}`, tag)] : [],
      ]),
      lineHeight: TITLE_LINE,
      space: ITEM_SPACE,
      keepWithNext: Boolean(summary),
    }
    return summary ? [head, paragraph(summary)] : [head]
  })
}

function skillBlocks(skills: Skill[], colon: string): Block[] {
  const hasKeywords = skills.some(({ keywords }) => keywords?.length)
  const spansOf = ({ name, description, keywords }: Skill, tag: Tag) =>
    pair(name, [description, keywords?.join(', ')].filter(Boolean).join('; '), { colon, tag })
  return hasKeywords ? itemBlocks(skills, spansOf) : rowBlocks(skills, spansOf)
}

function languageBlocks(languages: Language[], colon: string): Block[] {
  return rowBlocks(languages, ({ name, fluency }, tag) => pair(name, fluency, { colon, tag }))
}

function creditBlocks(credits: Credit[]): Block[] {
  return itemBlocks(credits, ({ title, by, date, url, description }, tag) => {
    const issuer = by ? [{ text: `, ${by}`, style: TEXT, tag }] : []
    const when = date ? [{ text: date.label, style: MUTED, tag, noWrap: true }] : []
    const what = description ? inlineSpans(description, tag) : []
    return joinWithDots([[textLink(title, url, tag, TITLE), ...issuer], when, what])
  })
}

function pair(
  name: string,
  value: string | undefined,
  { colon, tag }: { colon: string; tag: Tag },
): Span[] {
  return [
    { text: value ? name + colon : name, style: TITLE, tag },
    ...(value ? [{ text: ` ${value}`, style: TEXT, tag }] : []),
  ]
}

/** One paragraph for each item. */
function itemBlocks<Item>(items: Item[], spansOf: (item: Item, tag: Tag) => Span[]): Block[] {
  return listSpans(items, spansOf).map((spans) => ({
    spans,
    lineHeight: TEXT_LINE,
    space: ITEM_SPACE,
  }))
}

/** All items in one paragraph, tagged as a list for screen readers. */
function rowBlocks<Item>(items: Item[], spansOf: (item: Item, tag: Tag) => Span[]): Block[] {
  const parts = listSpans(items, spansOf).map((spans) =>
    spans.map((span) => ({ ...span, noWrap: true })),
  )
  return [{ spans: joinWithDots(parts), lineHeight: TEXT_LINE, space: 0 }]
}

function listSpans<Item>(items: Item[], spansOf: (item: Item, tag: Tag) => Span[]): Span[][] {
  const list: Tag = { type: 'L', parent: ROOT }
  return items.map((item) => spansOf(item, { type: 'LBody', parent: { type: 'LI', parent: list } }))
}

function paragraph(text: RichText, space = 0): Block {
  const tag: Tag = { type: 'P', parent: ROOT }
  return { spans: inlineSpans(text, tag), lineHeight: TEXT_LINE, space }
}

/** The spans of a text. Code is set like text: the fonts of the PDF have no monospaced face. */
function inlineSpans({ nodes }: Pick<RichText, 'nodes'>, tag: Tag, style = TEXT): Span[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [{ text: node, style, tag }]
    if (node.tag === 'code') return [{ text: node.text, style, tag }]
    const text = { nodes: node.children }
    if (node.tag === 'em') return inlineSpans(text, tag, { ...style, face: 'italic' })
    if (node.tag === 'strong') return inlineSpans(text, tag, { ...style, face: 'narrow' })
    const { style: linkStyle, tag: linkTag } = textLink(plainText(text), node.href, tag, style)
    return inlineSpans(text, linkTag, linkStyle)
  })
}

/** A text that is a link if it has a URL. */
function textLink(text: string, url: string | undefined, parent: Tag, style: Style): Span {
  if (!url) return { text, style, tag: parent }
  const link = { url, label: `${text}: ${url}`, isUnderlined: true }
  return { text, style: { ...style, color: 'accent' }, tag: { type: 'Link', parent, link } }
}

/** A link that shows its URL, in one line if it fits. */
function urlLink(text: string, url: string, label: string, parent: Tag): Span {
  const link = { url, label, isUnderlined: false }
  const tag: Tag = { type: 'Link', parent, link }
  return { text, style: { ...TEXT, color: 'accent' }, tag, noWrap: true }
}

/** Joins parts with dots as separators. */
function joinWithDots(parts: Span[][]): Span[] {
  const dot: Span = { text: '·', style: MUTED, tag: ARTIFACT, isSeparator: true }
  const present = parts.filter(({ length }) => length > 0)
  return present.flatMap((part, index) => (index === 0 ? part : [dot, ...part]))
}

/** A URL for display, without scheme, `www.` and trailing slash. */
function displayUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
