import type { Column, Entry, Project } from '../../content/schema.ts'
import type { Block, Span, Tag } from './blocks.ts'
import {
  displayUrl,
  joinWithDots,
  paragraph,
  type Typography,
  textLink,
  urlLink,
} from './typography.ts'

/** Timeline entries: a head with role, organization and dates, then description and highlights. */
export function timelineBlocks({ entries }: Column, root: Tag, typography: Typography): Block[] {
  return entries.flatMap((entry) => timelineEntryBlocks(entry, root, typography))
}

function timelineEntryBlocks(entry: Entry, root: Tag, typography: Typography): Block[] {
  const { description, highlights = [] } = entry
  const body = [
    ...(description ? [paragraph(description, { type: 'P', parent: root }, typography)] : []),
    ...highlightBlocks(highlights, root, typography),
  ]
  return [{ ...headBlock(entry, root, typography), keepWithNext: body.length > 0 }, ...body]
}

/** Projects. The head shows the URL, because paper has no links. */
export function projectBlocks({ cards }: { cards: Project[] }, root: Tag, typography: Typography) {
  return cards.flatMap(({ title, summary, projectUrl, githubUrl }): Block[] => {
    const { styles, spaces } = typography
    const tag: Tag = { type: 'H3', parent: root }
    const url = projectUrl ?? githubUrl
    const name: Span = { text: title, style: styles.title, tag }
    const address = url ? [urlLink(displayUrl(url), url, `${title}: ${url}`, tag, styles.text)] : []
    const spans = joinWithDots([[name], address], typography)
    const head = {
      spans,
      lineHeight: spaces.head,
      space: spaces.item,
      keepWithNext: Boolean(summary),
    }
    return summary ? [head, paragraph(summary, { type: 'P', parent: root }, typography)] : [head]
  })
}

/** Role and dates are one line of text, so text extraction keeps them together. */
function headBlock(entry: Entry, root: Tag, typography: Typography): Block {
  const { course, area, school, place, url, period } = entry
  const { styles, spaces } = typography
  const tag: Tag = { type: 'H3', parent: root }
  const title = [course, area].filter(Boolean).join(', ')
  const who: Span[] = [
    { text: title, style: styles.title, tag },
    { text: ', ', style: styles.text, tag },
    textLink(school, url, tag, styles.text),
    ...(place ? [{ text: `, ${place}`, style: styles.text, tag }] : []),
  ]
  const when: Span[] = period
    ? [{ text: period.label, style: styles.muted, tag, noWrap: true }]
    : []
  return {
    spans: joinWithDots([who, when], typography),
    lineHeight: spaces.head,
    space: spaces.entry,
    rule: 'entry',
  }
}

/** Keeps the first two and the last two items of a list on one page. */
function highlightBlocks(highlights: string[], root: Tag, typography: Typography): Block[] {
  const { styles, spaces } = typography
  const list: Tag = { type: 'L', parent: root, isBulleted: true }
  return highlights.map((text, index) => {
    const item: Tag = { type: 'LI', parent: list }
    const isNearEnd = index === 0 || index === highlights.length - 2
    return {
      spans: [{ text, style: styles.text, tag: { type: 'LBody', parent: item } }],
      bullet: { text: '•', style: styles.text, tag: { type: 'Lbl', parent: item } },
      indent: spaces.indent,
      lineHeight: spaces.line,
      space: spaces.bullet,
      keepWithNext: isNearEnd && index < highlights.length - 1,
    }
  })
}
