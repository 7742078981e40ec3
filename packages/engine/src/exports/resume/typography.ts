import { ARTIFACT, type Block, type Link, type Span, type Style, type Tag } from './blocks.ts'
import { makeSpaces, makeStyles, type Spaces, type Styles } from './styles.ts'

/** The styles and spaces at a font size. */
export type Typography = { styles: Styles; spaces: Spaces }

export function createTypography(size: number): Typography {
  return { styles: makeStyles(size), spaces: makeSpaces(size) }
}

/** A heading and the section's blocks. Returns nothing for an empty section. */
export function section(
  heading: string,
  body: Block[],
  root: Tag,
  typography: Typography,
): Block[] {
  const { styles, spaces } = typography
  const [first, ...rest] = body
  if (!first) return []
  const spans = [
    { text: heading, style: styles.heading, tag: { type: 'H2', parent: root } as const },
  ]
  return [
    {
      spans,
      lineHeight: spaces.heading,
      space: spaces.section,
      rule: 'section',
      keepWithNext: true,
    },
    // The rule of the section is above its heading, so its first entry needs none.
    { ...withoutRule(first), space: spaces.afterHeading },
    ...rest,
  ]
}

function withoutRule({ rule: _, ...block }: Block): Block {
  return block
}

export function paragraph(
  text: string,
  tag: Tag,
  { styles, spaces }: Typography,
  space = 0,
): Block {
  return { spans: [{ text, style: styles.text, tag }], lineHeight: spaces.line, space }
}

/** A text that is a link if it has a URL. */
export function textLink(text: string, url: string | undefined, tag: Tag, style: Style): Span {
  if (!url) return { text, style, tag }
  return linkSpan(text, { url, label: `${text}: ${url}`, isUnderlined: true }, tag, style)
}

/** A link that shows its URL, in one line if it fits. */
export function urlLink(text: string, url: string, label: string, tag: Tag, style: Style): Span {
  return { ...linkSpan(text, { url, label, isUnderlined: false }, tag, style), noWrap: true }
}

function linkSpan(text: string, link: Link, parent: Tag, style: Style): Span {
  return { text, style: { ...style, color: 'accent' }, tag: { type: 'Link', parent, link } }
}

/** Joins parts with dots as separators. */
export function joinWithDots(parts: Span[][], { styles }: Typography): Span[] {
  const dot: Span = { text: '·', style: styles.muted, tag: ARTIFACT, isSeparator: true }
  const present = parts.filter(({ length }) => length > 0)
  return present.flatMap((part, index) => (index === 0 ? part : [dot, ...part]))
}

/** A URL for display, without scheme, `www.` and trailing slash. */
export function displayUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
