import type { Look } from '../content/looks.ts'
import type { FaceName } from '../content/resume-fonts.ts'
import { tidyText } from '../content/resume-fonts.ts'
import type { Portfolio } from '../content/schema.ts'
import type { Colors } from './colors.ts'
import { type CoverColors, drawPattern } from './cover.ts'
import { stripUnsupported, type TextStyle, widthOfText } from './font-faces.ts'
import { LOOK_FONTS } from './look-fonts.ts'
import { breakLines, drawLine, truncate } from './svg-text.ts'

export const SOCIAL_CARD = { width: 1200, height: 630 }

const MARGIN = 72
const INNER = SOCIAL_CARD.width - 2 * MARGIN
/** The pattern beside the text, from the family of the covers. */
const PATTERN_WIDTH = 360
const TEXT_WIDTH = INNER - PATTERN_WIDTH
/** The box of the brand image, which the caller composites onto the card. */
export const BRAND_BOX = { left: MARGIN, top: 72, size: 48 }
const RULE_Y = 148
const BAND_Y = SOCIAL_CARD.height - 112
const FOOT_Y = SOCIAL_CARD.height - 44

/** Font sizes for the name. The largest that fits is used. */
const NAME_SIZES = [148, 124, 104, 88, 72, 56]
const NAME_HEIGHT = 190

const BRAND_SIZE = 42
const HEADLINE_SIZE = 46
/** For a headline of two lines. */
const LONG_HEADLINE_SIZE = 40
const HEADLINE_LINE = 48
const SHARES = [0.6, 0.7, 0.8, 0.9, 1]
const FOOT_SIZE = 34

/** The text styles of a look. */
type CardStyles = ReturnType<typeof stylesOf>

function stylesOf(look: Look) {
  const { reading, display, tracking } = LOOK_FONTS[look]
  return {
    brand: { face: display.face, size: BRAND_SIZE },
    name: { face: display.face, tracking },
    headline: { face: reading.face, size: HEADLINE_SIZE },
    longHeadline: { face: reading.face, size: LONG_HEADLINE_SIZE },
    foot: { face: reading.face, size: FOOT_SIZE },
  }
}

/** Draws the social card, the image of link previews, as SVG: who, what, where. */
export function renderSocialCardSvg(
  { person, brand, hero, site }: Portfolio,
  colors: Colors,
  { hasBrandImage, pattern }: { hasBrandImage: boolean; pattern: CoverColors },
): string {
  const { width, height } = SOCIAL_CARD
  const styles = stylesOf(site.look)
  const [display, reading] = [styles.name.face, styles.foot.face]
  // Strip uncovered characters such as emoji: only the resume's texts are validated.
  const text = (written: string, face: FaceName) => stripUnsupported(tidyText(written), face)
  const name = text(person.name, display)
  // If the brand is the person's name, the name below is enough.
  const brandName = brand.text === person.name ? '' : brand.text
  const brandAt = { x: MARGIN + (hasBrandImage ? BRAND_BOX.size + 16 : 0), y: 110 }
  const brandText = truncate(
    text(brandName, display),
    styles.brand,
    MARGIN + TEXT_WIDTH - brandAt.x,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${colors.bg}"/>`,
    `<rect x="${MARGIN}" y="${RULE_Y}" width="${TEXT_WIDTH}" height="2" fill="${colors.text}"/>`,
    drawPattern(
      name,
      { x: width - PATTERN_WIDTH, y: 0, width: PATTERN_WIDTH, height: BAND_Y },
      pattern,
    ),
    `<rect y="${BAND_Y}" width="100%" height="${height - BAND_Y}" fill="${colors.inverseBg}"/>`,
    `<g fill="${colors.text}">${drawLine(brandText, styles.brand, brandAt)}</g>`,
    drawPerson(name, text(person.headline ?? '', reading), {
      colors,
      styles,
    }),
    `<g fill="${colors.inverseText}">${drawFooter(text(hero.place ?? '', reading), text(displayUrl(site.url), reading), styles)}</g>`,
    '</svg>',
  ].join('')
}

function displayUrl(url = ''): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

type CardLook = { colors: Colors; styles: CardStyles }

function drawPerson(name: string, headline: string, { colors, styles }: CardLook): string {
  const { style, lines } = fitName(name, styles)
  const first = RULE_Y + 60 + style.size * 0.82
  const last = first + (lines.length - 1) * style.size
  const drawn = lines.map((line, index) =>
    drawLine(
      line,
      style,
      // Compensates for the left side bearing of large letters.
      { x: MARGIN - style.size * 0.03, y: first + index * style.size },
    ),
  )
  return [
    `<g fill="${colors.text}">${drawn.join('')}</g>`,
    `<g fill="${colors.textMuted}">${drawHeadline(headline, last, styles)}</g>`,
  ].join('')
}

/** One line below the name, or two smaller ones. */
function drawHeadline(
  headline: string,
  above: number,
  { headline: style, longHeadline }: CardStyles,
): string {
  if (widthOfText(headline, style) <= TEXT_WIDTH) {
    return drawLine(headline, style, { x: MARGIN, y: above + 92 })
  }
  // The narrowest width at which two lines suffice balances them: no single word is left over.
  const breaks = SHARES.map((share) => breakLines(headline, longHeadline, share * TEXT_WIDTH))
  const lines = breaks.find(({ length }) => length <= 2) ?? breaks.at(-1) ?? []
  const [first = '', ...others] = lines
  return [first, others.join(' ')]
    .map((line, index) => {
      const at = { x: MARGIN, y: above + 74 + index * HEADLINE_LINE }
      return drawLine(truncate(line, longHeadline, TEXT_WIDTH), longHeadline, at)
    })
    .join('')
}

function drawFooter(place: string, host: string, { foot }: CardStyles): string {
  const address = truncate(host, foot, INNER * 0.6)
  const width = widthOfText(address, foot)
  const left = truncate(place, foot, INNER - width - MARGIN)
  return (
    drawLine(left, foot, { x: MARGIN, y: FOOT_Y }) +
    drawLine(address, foot, { x: SOCIAL_CARD.width - MARGIN - width, y: FOOT_Y })
  )
}

function fitName(name: string, { name: face }: CardStyles): { style: TextStyle; lines: string[] } {
  const fits = NAME_SIZES.map((size) => {
    const style = { ...face, size }
    return { style, lines: breakLines(name, style, TEXT_WIDTH) }
  })
  const fit = fits.find(
    ({ style, lines }) =>
      lines.length * style.size <= NAME_HEIGHT &&
      lines.every((line) => widthOfText(line, style) <= TEXT_WIDTH),
  )
  if (fit) return fit
  const style = { ...face, size: NAME_SIZES.at(-1) ?? 0 }
  const lines = breakLines(name, style, TEXT_WIDTH)
  const shown = lines.slice(0, Math.floor(NAME_HEIGHT / style.size))
  return { style, lines: shown.map((line) => truncate(line, style, TEXT_WIDTH)) }
}
