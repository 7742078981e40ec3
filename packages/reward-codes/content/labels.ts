import type { Portfolio } from './portfolio.ts'
import { en } from './strings/en.ts'
import { stringsIn } from './strings/languages.ts'
import { getIn, type Path } from './values.ts'

/** The paths of the labels that are shown in English, because this package has none in the language of the page. */
export function englishLabels(written: unknown, portfolio: Portfolio): Path[] {
  if (stringsIn(portfolio.site.language)) return []
  const { content: _, draft: __, form, legal, ...others } = en
  const paths = [
    ...Object.keys(others).map((name) => ['strings', name]),
    ...Object.keys(form).map((name) => ['strings', 'form', name]),
    ...Object.keys(legal).map((name) => ['strings', 'legal', name]),
  ]
  return paths.filter((path) => getIn(written, path) === undefined && isShown(path, portfolio))
}

/** The texts of the imprint, and of the links to both pages. The others are those of the generated notice. */
const BESIDE_NOTICE = ['imprint', 'privacy', 'formNotice', 'vatId', 'contentResponsible']

function isShown([, second, third = '']: string[], { contact, legal }: Portfolio): boolean {
  if (second === 'form') return contact?.form !== undefined
  if (second !== 'legal') return true
  return (
    legal?.privacy?.generated === true || (legal !== undefined && BESIDE_NOTICE.includes(third))
  )
}
