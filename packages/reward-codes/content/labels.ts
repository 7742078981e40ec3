import { inLanguage, languageOf } from './label-language.ts'
import { isRightToLeft } from './locale.ts'
import type { Portfolio } from './portfolio.ts'
import { PAGE_TAG } from './readers.ts'
import { isRichText, RichText } from './rich-text.ts'
import { createSchema } from './schema.ts'
import { en } from './strings/en.ts'
import { stringsIn } from './strings/languages.ts'
import { typeset, typesetLeaf } from './typography.ts'
import { getIn, leavesOf, mapAt, mapLeaves, type Path } from './values.ts'
import type { Warning } from './warnings.ts'

/** The paths of the labels that are shown in English, because this package has none in the language of the page. */
export function englishLabels(written: unknown, portfolio: Portfolio): Path[] {
  if (stringsIn(portfolio.site.language)) return []
  const marked = mapLeaves(en, (text) => inLanguage(String(text), 'en', 'ltr')) as typeof en
  const { fileName } = en.content
  const strings = { ...marked, content: { ...marked.content, fileName } }
  const { data } = createSchema({ strings, sections: 'unknown' }).safeParse(written)
  const paths = leavesOf(data).flatMap(({ path, leaf }) => {
    const isLabel = 'lang' in languageOf(String(getIn(leaf, ['source']) ?? leaf))
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

const NEW_TAB = ['strings', 'newTab']

/** The typeset content: plain, and as the pages show it, in which a text in another language says so. */
export function typesetMarked(written: Portfolio, warnings: Warning[], tags = [PAGE_TAG]) {
  const texts = warnings.flatMap(({ shownTo, language }) => {
    const shown = language ? shownTo?.(tags) : undefined
    return language && shown && hasElement(shown)
      ? pathsIn(written, shown).map((path) => ({ path, language }))
      : []
  })
  // It stands inside of links in any language.
  if (texts.length > 0 && !texts.some(({ path }) => path.join('.') === NEW_TAB.join('.'))) {
    texts.push({ path: NEW_TAB, language: written.site.language })
  }
  const mapEach = (content: Portfolio, map: (leaf: unknown, language: string) => unknown) =>
    texts.reduce(
      (mapped, { path, language }) => mapAt(mapped, path, (leaf) => map(leaf, language)),
      content,
    )
  const plain = typeset(mapEach(written, typesetLeaf))
  return { plain, content: mapEach(plain, mark) }
}

/** A subject is sent with the message, and metadata are attributes. */
function hasElement([first, second]: Path): boolean {
  return first !== 'site' && second !== 'subjects'
}

function mark(leaf: unknown, language: string): unknown {
  if (isRichText(leaf)) return new RichText(leaf.source, leaf.nodes, language)
  if (typeof leaf !== 'string') return leaf
  return inLanguage(leaf, language, isRightToLeft(language) ? 'rtl' : 'ltr')
}

/** The paths of a text in what is shown, which has the labels of the menu and the place twice. */
function pathsIn(written: Portfolio, path: Path): Path[] {
  const { sectionOrder, customSections, hero, person, contact } = written
  const [section, field] = path
  const paths = [pathIn(written, path)]
  if (path.at(-1) === 'menuLabel') {
    const id = section === 'customSections' ? customSections[Number(field)]?.id : section
    paths.push(['sectionOrder', sectionOrder.findIndex(({ name }) => name === id), 'menuLabel'])
    if (section === 'contact' && hero.button === contact?.menuLabel) paths.push(['hero', 'button'])
  }
  if (section === 'hero' && field === 'place' && !person.location) paths.push(['person', 'place'])
  return paths
}

/** The path of a text in what is shown, which joins positions at one employer. */
function pathIn({ resume, customSections }: Portfolio, path: Path): Path {
  const [section, name, field = '', index, ...rest] = path
  if (section === 'customSections' && customSections[Number(name)]?.own) {
    const isOwn = !['heading', 'menuLabel'].includes(String(field))
    return isOwn ? [...path.slice(0, 2), 'own', ...path.slice(2)] : path
  }
  const isWork = section === 'resume' && (name === 'experience' || name === 'volunteering')
  if (!isWork || field !== 'entries') return path
  const places = (resume?.[name]?.entries ?? []).flatMap(({ positions }, tenure) =>
    positions.map((_, position): Path => [tenure, 'positions', position]),
  )
  return [section, name, field, ...(places[Number(index)] ?? []), ...rest]
}
