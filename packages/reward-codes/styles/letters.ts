import { languageName } from '../content/languages.ts'
import type { Portfolio } from '../content/portfolio.ts'

/** Letters as wide as two others. */
const WIDE =
  /[\u{1100}-\u{11ff}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7af}\u{ff00}-\u{ffef}\p{Emoji_Presentation}]/gu

function lettersIn(text: string): number {
  return [...text.normalize('NFC')].length + (text.match(WIDE)?.length ?? 0)
}

/** The space of a link or before a list of links, and an icon, in letters of the menu. */
const LINK_SPACE = 3
const ICON = 5

/**
 * The letters of the large texts and of the menu, by which the styles fit them to their lines: `--letters` of the longest
 * phrase, `--word` of the longest word, which no line breaks, `--name` and `--menu`. `languages` are those of the site.
 */
export function letterCounts(content: Portfolio, languages: string[]): string {
  const { hero, person, brand, sectionOrder, menu, site } = content
  const phrases = hero.claim ? [hero.claim] : hero.phrases
  const words = new Intl.Segmenter(site.language, { granularity: 'word' })
  const links = [
    ...sectionOrder.map(({ menuLabel }) => menuLabel),
    ...menu.map(({ label }) => label),
    ...languages.filter((language) => language !== site.language).map(languageName),
  ]
  const longest = (texts: string[]) => Math.max(...texts.map(lettersIn))
  const counts = {
    letters: longest(phrases),
    word: longest(
      phrases.flatMap((phrase) => Array.from(words.segment(phrase), ({ segment }) => segment)),
    ),
    name: lettersIn(person.name),
    menu: links.reduce(
      (sum, link) => sum + lettersIn(link) + LINK_SPACE,
      lettersIn(brand.text) +
        person.profiles.length * ICON +
        (languages.length > 1 ? LINK_SPACE : 0),
    ),
  }
  return `:root:lang(${site.language}){${Object.entries(counts)
    .map(([name, count]) => `--${name}:${count}`)
    .join(';')}}`
}
