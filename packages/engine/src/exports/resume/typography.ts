import { ARTIFACT, type Block, type Link, type Span, type Style, type Tag } from './blocks.ts'
import { makeSpaces, makeStyles, type Spaces, type Styles } from './styles.ts'

/** How large everything is set. */
export type Setting = { styles: Styles; spaces: Spaces }

export function makeSetting(size: number): Setting {
  return { styles: makeStyles(size), spaces: makeSpaces(size) }
}

/** A section: its heading, and what stands below it; nothing at all if that is empty. */
export function section(heading: string, body: Block[], root: Tag, setting: Setting): Block[] {
  const { styles, spaces } = setting
  const [first, ...rest] = body
  if (!first) return []
  const spans = [
    { text: heading, style: styles.heading, tag: { type: 'H2', parent: root } as const },
  ]
  return [
    { spans, lineHeight: spaces.heading, space: spaces.section, rule: 'section', leads: true },
    // The rule of the section is above its heading, so its first entry needs none.
    { ...withoutRule(first), space: spaces.afterHeading },
    ...rest,
  ]
}

function withoutRule({ rule: _, ...block }: Block): Block {
  return block
}

export function paragraph(text: string, tag: Tag, { styles, spaces }: Setting, space = 0): Block {
  return { spans: [{ text, style: styles.text, tag }], lineHeight: spaces.line, space }
}

/** Words that lead somewhere, if there is an address for them. */
export function linked(text: string, url: string | undefined, tag: Tag, style: Style): Span {
  if (!url) return { text, style, tag }
  return linkSpan(text, { url, label: `${text}: ${url}`, isUnderlined: true }, tag, style)
}

/** An address in full view, in one line if it fits into one. */
export function addressed(text: string, url: string, label: string, tag: Tag, style: Style): Span {
  return { ...linkSpan(text, { url, label, isUnderlined: false }, tag, style), isWhole: true }
}

function linkSpan(text: string, link: Link, parent: Tag, style: Style): Span {
  return { text, style: { ...style, colour: 'accent' }, tag: { type: 'Link', parent, link } }
}

/** Parts that stand in a row with a dot between them. */
export function inRow(parts: Span[][], { styles }: Setting): Span[] {
  const dot: Span = { text: '·', style: styles.soft, tag: ARTIFACT, isSeparator: true }
  const present = parts.filter(({ length }) => length > 0)
  return present.flatMap((part, place) => (place === 0 ? part : [dot, ...part]))
}

/** An address as people write it; the link itself keeps all of it. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
