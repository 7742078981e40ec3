import type { Language, Skill } from '../../content/resume.ts'
import type { Credit, CreditList } from '../../content/schema.ts'
import type { Block, Span, Tag } from './blocks.ts'
import { inRow, linked, type Setting } from './setting.ts'

type Item = (tag: Tag, setting: Setting) => Span[]

export function creditBlocks({ entries }: CreditList, root: Tag, setting: Setting): Block[] {
  return itemBlocks(entries.map(creditItem), root, setting)
}

export function skillBlocks({ entries }: { entries: Skill[] }, root: Tag, setting: Setting) {
  const hasKeywords = entries.some(({ keywords }) => keywords?.length)
  const items = entries.map(skillItem)
  return hasKeywords ? itemBlocks(items, root, setting) : [rowBlock(items, root, setting)]
}

export function languageBlocks({ entries }: { entries: Language[] }, root: Tag, setting: Setting) {
  return [
    rowBlock(
      entries.map(({ name, fluency }) => pair(name, fluency)),
      root,
      setting,
    ),
  ]
}

/** One paragraph each. */
function itemBlocks(items: Item[], root: Tag, setting: Setting): Block[] {
  const list: Tag = { type: 'L', parent: root }
  const { line, item: space } = setting.spaces
  return items.map((item) => ({
    spans: item(bodyOf(list), setting),
    lineHeight: line,
    space,
  }))
}

/** All in one paragraph; a list still, for those who listen to it. */
function rowBlock(items: Item[], root: Tag, setting: Setting): Block {
  const list: Tag = { type: 'L', parent: root }
  const parts = items.map((item) =>
    item(bodyOf(list), setting).map((span) => ({ ...span, isWhole: true })),
  )
  return { spans: inRow(parts, setting), lineHeight: setting.spaces.line, space: 0 }
}

function bodyOf(list: Tag): Tag {
  return { type: 'LBody', parent: { type: 'LI', parent: list } }
}

function creditItem({ title, by, date, url, description }: Credit): Item {
  return (tag, setting) => {
    const { styles } = setting
    const issuer = by ? [{ text: `, ${by}`, style: styles.text, tag }] : []
    const when = date ? [{ text: date.label, style: styles.soft, tag, isWhole: true }] : []
    const what = description ? [{ text: description, style: styles.text, tag }] : []
    return inRow([[linked(title, url, tag, styles.title), ...issuer], when, what], setting)
  }
}

function skillItem({ name, meaning, keywords }: Skill): Item {
  const words = keywords?.join(', ')
  return pair(name, [meaning, words].filter(Boolean).join('; '))
}

function pair(name: string, value: string | undefined): Item {
  return (tag, { styles }) => [
    { text: value ? `${name}:` : name, style: styles.title, tag },
    ...(value ? [{ text: ` ${value}`, style: styles.text, tag }] : []),
  ]
}
