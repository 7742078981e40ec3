import type { Language, Skill } from '../../content/resume.ts'
import type { Credit, CreditList } from '../../content/schema.ts'
import type { Block, Span, Tag } from './blocks.ts'
import { joinWithDots, type Typography, textLink } from './typography.ts'

type Item = (tag: Tag, typography: Typography) => Span[]

export function creditBlocks({ entries }: CreditList, root: Tag, typography: Typography): Block[] {
  return itemBlocks(entries.map(creditItem), root, typography)
}

export function skillBlocks({ entries }: { entries: Skill[] }, root: Tag, typography: Typography) {
  const hasKeywords = entries.some(({ keywords }) => keywords?.length)
  const items = entries.map(skillItem)
  return hasKeywords ? itemBlocks(items, root, typography) : [rowBlock(items, root, typography)]
}

export function languageBlocks(
  { entries }: { entries: Language[] },
  root: Tag,
  typography: Typography,
) {
  return [
    rowBlock(
      entries.map(({ name, fluency }) => pair(name, fluency)),
      root,
      typography,
    ),
  ]
}

/** One paragraph for each item. */
function itemBlocks(items: Item[], root: Tag, typography: Typography): Block[] {
  const list: Tag = { type: 'L', parent: root }
  const { line, item: space } = typography.spaces
  return items.map((item) => ({
    spans: item(bodyOf(list), typography),
    lineHeight: line,
    space,
  }))
}

/** All items in one paragraph, tagged as a list for screen readers. */
function rowBlock(items: Item[], root: Tag, typography: Typography): Block {
  const list: Tag = { type: 'L', parent: root }
  const parts = items.map((item) =>
    item(bodyOf(list), typography).map((span) => ({ ...span, noWrap: true })),
  )
  return { spans: joinWithDots(parts, typography), lineHeight: typography.spaces.line, space: 0 }
}

function bodyOf(list: Tag): Tag {
  return { type: 'LBody', parent: { type: 'LI', parent: list } }
}

function creditItem({ title, by, date, url, description }: Credit): Item {
  return (tag, typography) => {
    const { styles } = typography
    const issuer = by ? [{ text: `, ${by}`, style: styles.text, tag }] : []
    const when = date ? [{ text: date.label, style: styles.muted, tag, noWrap: true }] : []
    const what = description ? [{ text: description, style: styles.text, tag }] : []
    return joinWithDots(
      [[textLink(title, url, tag, styles.title), ...issuer], when, what],
      typography,
    )
  }
}

function skillItem({ name, description, keywords }: Skill): Item {
  return pair(name, [description, keywords?.join(', ')].filter(Boolean).join('; '))
}

function pair(name: string, value: string | undefined): Item {
  return (tag, { styles }) => [
    { text: value ? `${name}:` : name, style: styles.title, tag },
    ...(value ? [{ text: ` ${value}`, style: styles.text, tag }] : []),
  ]
}
