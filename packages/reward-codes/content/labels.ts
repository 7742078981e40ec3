import { BEGIN, END } from './label-language.ts'
import type { Portfolio } from './portfolio.ts'
import { createSchema } from './schema.ts'
import { en } from './strings/en.ts'
import { stringsIn } from './strings/languages.ts'
import { getIn, leavesOf, mapAt, mapLeaves, type Path } from './values.ts'

/** The paths of the labels that are shown in English, because this package has none in the language of the page. */
export function englishLabels(written: unknown, portfolio: Portfolio): Path[] {
  if (stringsIn(portfolio.site.language)) return []
  const marked = mapLeaves(en, (text) => BEGIN + text) as typeof en
  const { fileName } = en.content
  const strings = { ...marked, content: { ...marked.content, fileName } }
  const { data } = createSchema({ strings, sections: 'unknown' }).safeParse(written)
  const paths = leavesOf(data).flatMap(({ path, leaf }) => {
    const isLabel = String(getIn(leaf, ['source']) ?? leaf).startsWith(BEGIN)
    // Subjects, and the plural forms of a text, are one label.
    return isLabel ? path.slice(0, path[0] === 'strings' ? 3 : undefined).join('.') : []
  })
  const labels = paths.map((path) => path.replace(/^(contact\.subjects)\.\d+$/, '$1'))
  return [...new Set(labels)]
    .map((path) => path.split('.'))
    .filter((path) => isShown(path, portfolio))
}

/** The texts of the imprint, and of the links to both pages. The others are those of the generated notice. */
const BESIDE_NOTICE = ['imprint', 'privacy', 'formNotice', 'vatId', 'contentResponsible']

function isShown([first, second, third = '']: string[], { contact, legal }: Portfolio): boolean {
  if (second === 'subjects') return contact?.form !== undefined
  if (first !== 'strings') return true
  if (second === 'form') return contact?.form !== undefined
  if (second !== 'legal') return true
  return (
    legal?.privacy?.generated === true || (legal !== undefined && BESIDE_NOTICE.includes(third))
  )
}

/** Marks labels as English. A subject is not one: it is sent with the message. */
export function markEnglish<Content>(content: Content, labels: Path[]): Content {
  const mark = (text: unknown) => (typeof text === 'string' ? BEGIN + text + END : text)
  return labels
    .filter((path) => path[1] !== 'subjects')
    .reduce<Content>((marked, path) => mapAt(marked, path, mark), content)
}
