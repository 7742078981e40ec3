import { valueAt } from '../at-path.ts'
import type { Written } from '../load.ts'
import { plainValue } from '../source.ts'
import { words as wordsSchema } from '../words.ts'
import type { Remark } from './remark.ts'
import { textsOf } from './texts.ts'

const ENGLISH = /^en(?:-|$)/i

const WRITE_THEM =
  'Write them under words; an editor offers them one by one, and docs/owner.md has an example ' +
  'under "Small words".'

/** Buttons and labels that speak English on a page in another language. */
export function remarksOnWords({ source, content }: Written): Remark[] {
  const { language } = content.site
  if (ENGLISH.test(language)) return []
  const own = valueAt(plainValue(source), ['words'])
  const all = textsOf(wordsSchema.parse({})).filter(
    ({ path }) => content.contact || path[0] !== 'form',
  )
  const english = all.filter(({ path }) => valueAt(own, path) === undefined)
  if (english.length === 0) return []
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  return [
    {
      path: own === undefined ? ['site', 'language'] : ['words'],
      found: `${english.length} of ${all.length} in English`,
      meaning: `Small words of the page, on buttons, labels and messages, are still English: on a page in ${name} they look forgotten, and are read aloud as ${name}.`,
      action: WRITE_THEM,
    },
  ]
}
