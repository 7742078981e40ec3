import type { FaceName } from '../content/resume-fonts.ts'
import { tidyText } from '../content/resume-fonts.ts'
import type { Portfolio } from '../content/schema.ts'
import type { Colors } from './colors.ts'
import { stripUnsupported, type TextStyle, widthOfText } from './font-faces.ts'
import { breakLines, drawLine, truncate } from './svg-text.ts'

export const SOCIAL_CARD = { width: 1200, height: 630 }

const MARGIN = 72
const INNER = SOCIAL_CARD.width - 2 * MARGIN
/** The box of the brand image, which the caller composites onto the card. */
export const BRAND_BOX = { left: MARGIN, top: 72, size: 48 }
const RULE_Y = 148
const BAND_Y = SOCIAL_CARD.height - 112
const FOOT_Y = SOCIAL_CARD.height - 44

/** Font sizes for the name. The largest that fits is used. */
const NAME_SIZES = [148, 124, 104, 88, 72, 56]
const NAME_HEIGHT = 180

const BRAND: TextStyle = { face: 'narrow', size: 42 }
const NAME = { face: 'narrow', tracking: -0.022 } as const
const HEADLINE: TextStyle = { face: 'reading', size: 46 }
/** For a headline of two lines. */
const LONG_HEADLINE: TextStyle = { face: 'reading', size: 40 }
const HEADLINE_LINE = 48
const SHARES = [0.6, 0.7, 0.8, 0.9, 1]
const FOOT: TextStyle = { face: 'reading', size: 34 }

/** Draws the social card, the image of link previews, as SVG: who, what, where. */
export function renderSocialCardSvg(
  { person, brand, hero, site }: Portfolio,
  colors: Colors,
  { hasBrandImage }: { hasBrandImage: boolean },
): string {
  const { width, height } = SOCIAL_CARD
  // Strip uncovered characters such as emoji: only the resume's texts are validated.
  const text = (written: string, face: FaceName) => stripUnsupported(tidyText(written), face)
  // If the brand is the person's name, the name below is enough.
  const brandName = brand.text === person.name ? '' : brand.text
  const brandAt = { x: MARGIN + (hasBrandImage ? BRAND_BOX.size + 16 : 0), y: 110 }
  const brandText = truncate(text(brandName, 'narrow'), BRAND, INNER - brandAt.x)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${colors.bg}"/>`,
    `<rect x="${MARGIN}" y="${RULE_Y}" width="${INNER}" height="2" fill="${colors.text}"/>`,
    `<rect y="${BAND_Y}" width="100%" height="${height - BAND_Y}" fill="${colors.inverseBg}"/>`,
    `<g fill="${colors.text}">${drawLine(brandText, BRAND, brandAt)}</g>`,
    drawPerson(text(person.name, 'narrow'), text(person.headline ?? '', 'reading'), colors),
    `<g fill="${colors.inverseText}">${drawFooter(text(hero.place ?? '', 'reading'), text(displayUrl(site.url), 'reading'))}</g>`,
    '</svg>',
  ].join('')
}

function displayUrl(url = ''): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

function drawPerson(name: string, headline: string, colors: Colors): string {
  const { style, lines } = fitName(name)
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
    `<g fill="${colors.textMuted}">${drawHeadline(headline, last)}</g>`,
  ].join('')
}

/** One line below the name, or two smaller ones. */
function drawHeadline(headline: string, above: number): string {
  if (widthOfText(headline, HEADLINE) <= INNER) {
    return drawLine(headline, HEADLINE, { x: MARGIN, y: above + 92 })
  }
  // The narrowest width at which two lines suffice balances them: no single word is left over.
  const breaks = SHARES.map((share) => breakLines(headline, LONG_HEADLINE, share * INNER))
  const lines = breaks.find(({ length }) => length <= 2) ?? breaks.at(-1) ?? []
  const [first = '', ...others] = lines
  return [first, others.join(' ')]
    .map((line, index) => {
      const at = { x: MARGIN, y: above + 74 + index * HEADLINE_LINE }
      return drawLine(truncate(line, LONG_HEADLINE, INNER), LONG_HEADLINE, at)
    })
    .join('')
}

function drawFooter(place: string, host: string): string {
  const address = truncate(host, FOOT, INNER * 0.6)
  const width = widthOfText(address, FOOT)
  const left = truncate(place, FOOT, INNER - width - MARGIN)
  return (
    drawLine(left, FOOT, { x: MARGIN, y: FOOT_Y }) +
    drawLine(address, FOOT, { x: SOCIAL_CARD.width - MARGIN - width, y: FOOT_Y })
  )
}

function fitName(name: string): { style: TextStyle; lines: string[] } {
  const fits = NAME_SIZES.map((size) => {
    const style = { ...NAME, size }
    return { style, lines: breakLines(name, style, INNER) }
  })
  const fit = fits.find(
    ({ style, lines }) =>
      lines.length * style.size <= NAME_HEIGHT &&
      lines.every((line) => widthOfText(line, style) <= INNER),
  )
  if (fit) return fit
  const style = { ...NAME, size: NAME_SIZES.at(-1) ?? 0 }
  const lines = breakLines(name, style, INNER)
  const shown = lines.slice(0, Math.floor(NAME_HEIGHT / style.size))
  return { style, lines: shown.map((line) => truncate(line, style, INNER)) }
}
