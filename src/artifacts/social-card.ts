import type { Portfolio } from '../content/schema.ts'
import { breakLines, type Cut, cutTypeface, drawLine, type Style, widthOf } from './outlines.ts'

export const CARD = { width: 1200, height: 630 }

const MARGIN = 72
const INNER = CARD.width - 2 * MARGIN
const RULE_Y = 148
const BAND_Y = CARD.height - 112
const FOOT_Y = CARD.height - 44
/** Where the brand's picture goes, for whoever lays it over the card. */
export const BRAND_PLACE = { left: MARGIN, top: 72, size: 48 }
/** Sizes that the name may have: the largest at which it fits. */
const NAME_SIZES = [148, 124, 104, 88, 72, 56]
const NAME_ROOM = 220
const TRACKING = -0.022

export type CardColours = Record<'paper' | 'ink' | 'soft' | 'band' | 'onBand', string>

/** The picture that a link to the site shows in messages, as SVG: who, what, where. */
export async function drawSocialCard(
  portfolio: Portfolio,
  colours: CardColours,
  { hasBrandPicture }: { hasBrandPicture: boolean },
): Promise<string> {
  const { person, brand, hero, site } = portfolio
  const headline = person.headline ?? ''
  const host = site.url ? new URL(site.url).host : ''
  const text = [brand.text, person.name, headline, hero.place, host, '…'].join('')
  const [narrow, reading] = await Promise.all([
    cutTypeface(600, 82, text),
    cutTypeface(400, 100, text),
  ])
  const { width, height } = CARD
  const brandAt = MARGIN + (hasBrandPicture ? BRAND_PLACE.size + 16 : 0)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${colours.paper}"/>`,
    `<rect x="${MARGIN}" y="${RULE_Y}" width="${INNER}" height="2" fill="${colours.ink}"/>`,
    `<rect y="${BAND_Y}" width="100%" height="${height - BAND_Y}" fill="${colours.band}"/>`,
    `<g fill="${colours.ink}">${drawLine(brand.text, { cut: narrow, size: 42 }, brandAt, 110)}</g>`,
    drawPerson(person.name, headline, { narrow, reading }, colours),
    `<g fill="${colours.onBand}">${drawFoot(hero.place, host, reading)}</g>`,
    '</svg>',
  ].join('')
}

function drawPerson(
  name: string,
  headline: string,
  { narrow, reading }: { narrow: Cut; reading: Cut },
  colours: CardColours,
): string {
  const { style, lines } = fitName(name, narrow)
  const first = RULE_Y + 60 + style.size * 0.82
  const last = first + (lines.length - 1) * style.size
  const what: Style = { cut: reading, size: 46 }
  const drawn = lines.map((line, place) =>
    // The stems of large letters stand a little to the right of where their room begins.
    drawLine(line, style, MARGIN - style.size * 0.03, first + place * style.size),
  )
  return [
    `<g fill="${colours.ink}">${drawn.join('')}</g>`,
    `<g fill="${colours.soft}">${drawLine(shorten(headline, what, INNER), what, MARGIN, last + 92)}</g>`,
  ].join('')
}

function drawFoot(place: string, host: string, cut: Cut): string {
  const style: Style = { cut, size: 34 }
  const address = shorten(host, style, INNER * 0.6)
  const room = INNER - widthOf(address, style) - MARGIN
  const addressAt = CARD.width - MARGIN - widthOf(address, style)
  return (
    drawLine(shorten(place, style, room), style, MARGIN, FOOT_Y) +
    drawLine(address, style, addressAt, FOOT_Y)
  )
}

function fitName(name: string, cut: Cut): { style: Style; lines: string[] } {
  const fits = NAME_SIZES.map((size) => {
    const style = { cut, size, tracking: TRACKING }
    return { style, lines: breakLines(name, style, INNER) }
  })
  const fit = fits.find(
    ({ style, lines }) =>
      lines.length * style.size <= NAME_ROOM &&
      lines.every((line) => widthOf(line, style) <= INNER),
  )
  if (fit) return fit
  const style = { cut, size: NAME_SIZES.at(-1) ?? 0, tracking: TRACKING }
  const lines = breakLines(name, style, INNER).slice(0, Math.floor(NAME_ROOM / style.size))
  return { style, lines: lines.map((line) => shorten(line, style, INNER)) }
}

/** As much of a text as a width holds, with an ellipsis where something is missing. */
function shorten(text: string, style: Style, width: number): string {
  if (widthOf(text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, style) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
