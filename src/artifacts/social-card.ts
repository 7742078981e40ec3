import type { FaceName } from '../content/resume-fonts.ts'
import type { Portfolio } from '../content/schema.ts'
import { tidyText } from '../content/tidy-text.ts'
import type { Colours } from './colours.ts'
import { drawable, type Faces, loadFaces } from './faces.ts'
import { breakLines, drawLine, type Lettering, shorten, widthOf } from './outlines.ts'

export const CARD = { width: 1200, height: 630 }

const MARGIN = 72
const INNER = CARD.width - 2 * MARGIN
/** Where the brand's picture goes, for whoever lays it over the card. */
export const BRAND_PLACE = { left: MARGIN, top: 72, size: 48 }
const RULE_Y = 148
const BAND_Y = CARD.height - 112
const FOOT_Y = CARD.height - 44

/** Sizes that the name may have: the largest at which it fits. */
const NAME_SIZES = [148, 124, 104, 88, 72, 56]
const NAME_ROOM = 180

const BRAND: Lettering = { face: 'narrow', size: 42 }
const NAME = { face: 'narrow', tracking: -0.022 } as const
const HEADLINE: Lettering = { face: 'reading', size: 46 }
const FOOT: Lettering = { face: 'reading', size: 34 }

/** The picture that a link to the site shows in messages, as SVG: who, what, where. */
export async function drawSocialCard(
  { person, brand, hero, site }: Portfolio,
  colours: Colours,
  { hasBrandPicture }: { hasBrandPicture: boolean },
): Promise<string> {
  const faces = await loadFaces()
  const { width, height } = CARD
  // Better a card without an emoji than none: the content's check is for the resume alone.
  const text = (written: string, face: FaceName) => drawable(tidyText(written), face, faces)
  // Where the person is the brand, the name below says it.
  const brandName = brand.text === person.name ? '' : brand.text
  const brandAt = { x: MARGIN + (hasBrandPicture ? BRAND_PLACE.size + 16 : 0), y: 110 }
  const brandText = shorten(text(brandName, 'narrow'), BRAND, INNER - brandAt.x, faces)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${colours.paper}"/>`,
    `<rect x="${MARGIN}" y="${RULE_Y}" width="${INNER}" height="2" fill="${colours.ink}"/>`,
    `<rect y="${BAND_Y}" width="100%" height="${height - BAND_Y}" fill="${colours.band}"/>`,
    `<g fill="${colours.ink}">${drawLine(brandText, BRAND, brandAt, faces)}</g>`,
    drawPerson(text(person.name, 'narrow'), text(person.headline ?? '', 'reading'), colours, faces),
    `<g fill="${colours.onBand}">${drawFoot(text(hero.place, 'reading'), text(shortAddress(site.url), 'reading'), faces)}</g>`,
    '</svg>',
  ].join('')
}

function shortAddress(url = ''): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

function drawPerson(name: string, headline: string, colours: Colours, faces: Faces): string {
  const { style, lines } = fitName(name, faces)
  const first = RULE_Y + 60 + style.size * 0.82
  const last = first + (lines.length - 1) * style.size
  const drawn = lines.map((line, place) =>
    drawLine(
      line,
      style,
      // The stems of large letters stand a little to the right of where their room begins.
      { x: MARGIN - style.size * 0.03, y: first + place * style.size },
      faces,
    ),
  )
  const what = shorten(headline, HEADLINE, INNER, faces)
  return [
    `<g fill="${colours.ink}">${drawn.join('')}</g>`,
    `<g fill="${colours.soft}">${drawLine(what, HEADLINE, { x: MARGIN, y: last + 92 }, faces)}</g>`,
  ].join('')
}

function drawFoot(place: string, host: string, faces: Faces): string {
  const address = shorten(host, FOOT, INNER * 0.6, faces)
  const width = widthOf(address, FOOT, faces)
  const left = shorten(place, FOOT, INNER - width - MARGIN, faces)
  return (
    drawLine(left, FOOT, { x: MARGIN, y: FOOT_Y }, faces) +
    drawLine(address, FOOT, { x: CARD.width - MARGIN - width, y: FOOT_Y }, faces)
  )
}

function fitName(name: string, faces: Faces): { style: Lettering; lines: string[] } {
  const fits = NAME_SIZES.map((size) => {
    const style = { ...NAME, size }
    return { style, lines: breakLines(name, style, INNER, faces) }
  })
  const fit = fits.find(
    ({ style, lines }) =>
      lines.length * style.size <= NAME_ROOM &&
      lines.every((line) => widthOf(line, style, faces) <= INNER),
  )
  if (fit) return fit
  const style = { ...NAME, size: NAME_SIZES.at(-1) ?? 0 }
  const lines = breakLines(name, style, INNER, faces)
  const shown = lines.slice(0, Math.floor(NAME_ROOM / style.size))
  return { style, lines: shown.map((line) => shorten(line, style, INNER, faces)) }
}
