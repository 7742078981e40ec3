import type { Column, Entry, Project } from '../../content/schema.ts'
import type { Block, Span, Tag } from './blocks.ts'
import { addressed, inRow, linked, paragraph, type Setting, shortAddress } from './setting.ts'

/** Stations of work and education: a head with all that is looked for, then what came of it. */
export function stationBlocks({ entries }: Column, root: Tag, setting: Setting): Block[] {
  return entries.flatMap((entry) => stationBlock(entry, root, setting))
}

function stationBlock(entry: Entry, root: Tag, setting: Setting): Block[] {
  const { description, highlights = [] } = entry
  const body = [
    ...(description ? [paragraph(description, { type: 'P', parent: root }, setting)] : []),
    ...highlightBlocks(highlights, root, setting),
  ]
  return [{ ...headBlock(entry, root, setting), leads: body.length > 0 }, ...body]
}

/** Projects, with the address in the head: on paper it must be read to be followed. */
export function projectBlocks({ cards }: { cards: Project[] }, root: Tag, setting: Setting) {
  return cards.flatMap(({ title, summary, projectUrl, githubUrl }): Block[] => {
    const { styles, spaces } = setting
    const tag: Tag = { type: 'H3', parent: root }
    const url = projectUrl ?? githubUrl
    const name: Span = { text: title, style: styles.title, tag }
    const address = url
      ? [addressed(shortAddress(url), url, `${title}: ${url}`, tag, styles.text)]
      : []
    const spans = inRow([[name], address], setting)
    const head = { spans, lineHeight: spaces.head, space: spaces.item, leads: Boolean(summary) }
    return summary ? [head, paragraph(summary, { type: 'P', parent: root }, setting)] : [head]
  })
}

/** The dates follow the role in one line of text, so that no reader of text loses one of them. */
function headBlock(entry: Entry, root: Tag, setting: Setting): Block {
  const { course, area, school, place, url, period } = entry
  const { styles, spaces } = setting
  const tag: Tag = { type: 'H3', parent: root }
  const title = [course, area].filter(Boolean).join(', ')
  const who: Span[] = [
    { text: title, style: styles.title, tag },
    { text: ', ', style: styles.text, tag },
    linked(school, url, tag, styles.text),
    ...(place ? [{ text: `, ${place}`, style: styles.text, tag }] : []),
  ]
  const when: Span[] = period
    ? [{ text: period.label, style: styles.soft, tag, isWhole: true }]
    : []
  return {
    spans: inRow([who, when], setting),
    lineHeight: spaces.head,
    space: spaces.entry,
    rule: 'entry',
  }
}

/** The first and the last of a list never stand alone on a page. */
function highlightBlocks(highlights: string[], root: Tag, setting: Setting): Block[] {
  const { styles, spaces } = setting
  const list: Tag = { type: 'L', parent: root, isBulleted: true }
  return highlights.map((text, place) => {
    const item: Tag = { type: 'LI', parent: list }
    const isNearEnd = place === 0 || place === highlights.length - 2
    return {
      spans: [{ text, style: styles.text, tag: { type: 'LBody', parent: item } }],
      bullet: { text: '•', style: styles.text, tag: { type: 'Lbl', parent: item } },
      indent: spaces.indent,
      lineHeight: spaces.line,
      space: spaces.bullet,
      leads: isNearEnd && place < highlights.length - 1,
    }
  })
}
