import type { Portfolio } from '../content/schema.ts'
import { stripUnsupported, widthOfText } from '../exports/font-faces.ts'
import type { FaceName } from '../exports/font-files.ts'
import { LOOK_FONTS } from '../exports/look-fonts.ts'
import { HERO_ID } from '../page/island-props.ts'

// Sizes from page/components/Navigation.module.css, in rem.
const LABEL_SIZE = 1.0625
const LABEL_PADDING = 1.5
const LABEL_GAP = 0.25
const BRAND_SIZE = 1.25
/** In the fallback font, the display face is up to this much wider. */
const DISPLAY_SCALE = 1.055
const TOUCH_TARGET = 2.75
const FIXED_WIDTH = 2 * 3 + 2.75 + 2 + 1 + 2 * TOUCH_TARGET

/** The breakpoint, in rem: the narrowest window in which the header shows the menu inline. */
export function navBreakpoint(portfolio: Portfolio): number {
  const menu = measureLabels(portfolio).map(
    ({ width }) => width * LABEL_SIZE + LABEL_PADDING + LABEL_GAP,
  )
  const brand = measureDisplay(portfolio, portfolio.brand.text) * BRAND_SIZE
  const profiles = portfolio.person.profiles.length * TOUCH_TARGET
  return Math.ceil(menu.reduce((sum, label) => sum + label, FIXED_WIDTH + brand + profiles))
}

/** Reserves the width of labels with neighbours, so loading the font causes no layout shift. */
export function reservedWidths(portfolio: Portfolio): string {
  const menu = measureLabels(portfolio).map(({ id, width }) => {
    const reserved = Math.ceil((width + LABEL_PADDING / LABEL_SIZE) * 100) / 100
    return `#menu [href="#${id}"]{min-inline-size:${reserved}em}`
  })
  const { button, booking } = portfolio.hero
  const ownName = `:root{--name:${measure(portfolio.person.name, LOOK_FONTS[portfolio.site.look].display.face).toFixed(2)}}`
  const buttons = [
    `:root{--hero-button:${measureDisplay(portfolio, button).toFixed(3)}em}`,
    booking &&
      `#${HERO_ID} [data-variant=secondary]{--hero-button:${measureDisplay(portfolio, booking.label).toFixed(3)}em}`,
  ]
  return [...menu, ...buttons, ownName].filter(Boolean).join('')
}

/** The width of each label of the menu, in em. */
function measureLabels(portfolio: Portfolio): { id: string; width: number }[] {
  const { face } = LOOK_FONTS[portfolio.site.look].reading
  return portfolio.sectionOrder.map(({ anchor, menuLabel }) => ({
    id: anchor,
    width: measure(menuLabel, face),
  }))
}

/** The width of a text in the display face, in em, or in its fallback, which may be a little wider. */
function measureDisplay({ site }: Portfolio, text: string): number {
  return measure(text, LOOK_FONTS[site.look].display.face) * DISPLAY_SCALE
}

/** The width of a text in em. Letters that the fonts of the build lack are estimated. */
function measure(text: string, face: FaceName): number {
  return stripUnsupported(text, face) === text
    ? widthOfText(text, { face, size: 1 })
    : [...text].reduce((sum, letter) => sum + widthOfLetter(letter, face), 0)
}

/** Joined or narrow scripts, and their mean width in DejaVu Sans, the widest usual font. */
const NARROW_SCRIPTS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const NARROW_LETTER = 0.65
/** Combining marks and invisible format characters. */
const NO_WIDTH = /[\p{M}\p{Cf}]/u

/** The line width, in em at full size, in the narrowest window. */
const NARROWEST = 6.8
/** The width of the heading in the narrowest window, in rem. */
const NARROWEST_MEASURE = 18
/** The same as NARROWEST where the visitor doubles the text size. A word must still fit on a line. */
const NARROWEST_ENLARGED = NARROWEST / 2
/** The longest line, in em, that is set to the full measure in windows with several columns. */
const MAX_FULL_MEASURE = 11
/** The same beside a portrait, which takes a third. */
const MAX_BESIDE_PORTRAIT = 7.3
/** How much of the narrowest window a line takes, in percent. */
const LINE_SHARE = 90
/** In the fallback font, a line is a little wider. */
const FALLBACK_SCALE = 1.03

/** The numbers of lines that a phrase may take. From the third line on, the font size shrinks. */
const FULL_LINES = 2
const LINES = [FULL_LINES, 3, 4]

// The heading is a container: unlike media queries, its queries in rem depend on the text size.

/** A phrase of one line fills the width of the page, up to the height of two lines. */
const FULL_MEASURE = 'min(2*var(--text-hero),100cqi/var(--line))'
const PHRASES = '[data-text],[data-phrase]'

/**
 * Font sizes for hero phrases. A phrase fills the width of the page. If that would be smaller than the usual
 * size, it takes two lines at the usual size instead. A phrase that needs more than two lines gets its own
 * size: it takes the height of two full lines in every window, in two, three or four lines, whichever gives
 * the largest font size. All others share a limit where one of their words would need more than one line
 * at a text size of 200 %.
 */
export function heroSizes({ hero, person, site }: Portfolio): string {
  const { display, tracking, caret, smallestHero } = LOOK_FONTS[site.look]
  const lineWidth = (text: string) => letterWidths(text, display.face)
  if (hero.claim) return claimSize(hero.claim, lineWidth)
  const hasPortrait = hero.visual === 'portrait' && person.portrait !== undefined
  const unique = [...new Set(hero.phrases)]
  const long = new Map(unique.map((phrase) => [phrase, longPhraseSize(phrase, lineWidth)]))
  const words = unique.flatMap((phrase) => (long.get(phrase) ? [] : phrase.split(' ')))
  const longestWord = Math.max(0, ...words.map(lineWidth))
  const usual =
    longestWord > NARROWEST_ENLARGED
      ? `min(var(--text-hero),${(LINE_SHARE / longestWord).toFixed(1)}vw)`
      : 'var(--text-hero)'
  const own = hero.phrases.map((phrase, index) => {
    const size = long.get(phrase)
    const width = measure(phrase, display.face) + tracking * [...phrase].length + caret
    const selector = `[data-text]:nth-child(${unique.indexOf(phrase) + 1}),[data-phrase="${index}"]`
    if (size) return `${selector}{font-size:${size}}`
    const isNarrow = width * smallestHero <= NARROWEST_MEASURE
    const oneLine = `@container(width>=18rem){${selector}{white-space:nowrap}}`
    return `${selector}{--line:${width.toFixed(2)}}${isNarrow ? oneLine : ''}`
  })
  const isLong = [...long.values()].some(Boolean)
  const longest = Math.max(...unique.map(lineWidth))
  const isMeasured = !isLong && longest <= (hasPortrait ? MAX_BESIDE_PORTRAIT : MAX_FULL_MEASURE)
  return [
    'h1{container-type:inline-size}',
    `${PHRASES}{font-size:max(${usual},${FULL_MEASURE})}`,
    ...own,
    isLong && '[data-text]{max-height:calc(2*var(--text-hero)*var(--leading,1));overflow:clip}',
    isMeasured &&
      `@container(width>=${hasPortrait ? 27 : 44}rem){${PHRASES}{font-size:${FULL_MEASURE};white-space:nowrap}}`,
  ]
    .filter(Boolean)
    .join('')
}

/** The largest font sizes of a claim of one, two and three lines, so that its height stays alike. */
const CLAIM_SIZES = ['16rem', '10rem', '7.5rem']

/**
 * The font size of a claim: it fills the measure in one, two or three lines, whichever gives the largest
 * size. On a narrow phone, a long claim keeps a readable size and takes more lines.
 */
function claimSize(claim: string, lineWidth: (text: string) => number): string {
  const words = claim.split(' ').map(lineWidth)
  const space = lineWidth(' ')
  const sizes = CLAIM_SIZES.map(
    (largest, index) =>
      `min(${largest},100cqi/${minLineWidth(words, space, index + 1).toFixed(2)})`,
  )
  const smallest = `min(1.75rem,100cqi/${Math.max(...words).toFixed(2)})`
  return `h1{container-type:inline-size}[data-claim]{display:block;font-size:max(${[smallest, ...sizes].join()})}`
}

/** The font size of a phrase, or '' if two lines at full size hold it in every window. */
function longPhraseSize(phrase: string, lineWidth: (text: string) => number): string {
  const words = phrase.split(' ').map(lineWidth)
  const space = lineWidth(' ')
  const [widest = 0, ...others] = LINES.map((lines) => minLineWidth(words, space, lines))
  if (widest <= NARROWEST) return ''
  const sizes = [widest, ...others].map((width, index) => {
    const share = FULL_LINES / (LINES[index] ?? 1)
    return `min(${share.toFixed(3)}*var(--text-hero),100cqi/${width.toFixed(2)})`
  })
  return `max(1.25rem,${sizes.join()})`
}

/** The width of a text in em, in the wider one of the loaded and the fallback font. */
function letterWidths(text: string, face: FaceName): number {
  return [...text].reduce((sum, letter) => sum + widthOfLetter(letter, face), 0) * FALLBACK_SCALE
}

/** The smallest line width, in em, at which words fit in so many lines (binary search). */
function minLineWidth(words: number[], space: number, lines: number): number {
  let low = Math.max(...words)
  let high = words.reduce((sum, word) => sum + word + space, 0)
  while (high - low > 0.01) {
    const middle = (low + high) / 2
    if (countLines(words, space, middle) <= lines) high = middle
    else low = middle
  }
  return high
}

function countLines(words: number[], space: number, lineWidth: number): number {
  let lines = 1
  let used = -space
  for (const word of words) {
    if (used + space + word > lineWidth && used > 0) {
      lines += 1
      used = -space
    }
    used += space + word
  }
  return lines
}

/** The width of a letter, in em. One that no font of the build has is estimated. */
function widthOfLetter(letter: string, face: FaceName): number {
  if (stripUnsupported(letter, face) === letter) return widthOfText(letter, { face, size: 1 })
  if (/\s/.test(letter)) return widthOfText(' ', { face, size: 1 })
  if (NO_WIDTH.test(letter)) return 0
  return NARROW_SCRIPTS.test(letter) ? NARROW_LETTER : 1
}
