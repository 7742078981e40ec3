import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnused } from '../../artifacts/kept.ts'
import {
  drawPlaceholder,
  type PlaceholderColours,
  placeholderFile,
  readPlaceholder,
} from '../../artifacts/placeholder.ts'
import type { Picture, PlacedPortfolio } from '../../content/placed.ts'
import { isPictureFile } from '../../content/references.ts'
import type { Portfolio } from '../../content/schema.ts'
import { BRAND, CARD, type PictureSlot } from '../../page/picture-slots.ts'
import { hashedPath, type LateFile } from '../site-file.ts'
import { addressPicture, type PlacedPicture } from './addresses.ts'
import { readMade, writeMade } from './cache.ts'
import { isDrawing } from './format.ts'
import { inTurns } from './in-turns.ts'
import { makePicture } from './make.ts'
import { differentPictures, type NamedPicture, namedPictures, slotKey } from './named.ts'
import { readPictureSource } from './source.ts'

const LONGEST_INLINE = 1000

export type Placed = {
  portfolio: PlacedPortfolio
  files: LateFile[]
  /** Rules that give each picture its colour until it has come. */
  css: string
}

export type PlaceOptions = {
  /** The folder of what earlier builds made. */
  cache: string
  /** What placeholders are drawn in. */
  colours: PlaceholderColours
  report: (step: string) => void
}

type Missing = NamedPicture & { key: string; file: string }

/** Gives every picture of the content its addresses on the site, and the files that go there. */
export async function placePictures(
  portfolio: Portfolio,
  directory: string,
  options: PlaceOptions,
): Promise<Placed> {
  const { brand, person, projects, ...others } = portfolio
  const different = differentPictures(namedPictures(portfolio))
  const placed = await placeAll(different, directory, options)
  // In the order of the content, because the quickest is done first.
  const ordered = [...different.keys()].flatMap((key) => placed.get(key) ?? [])
  const pictureOf = (name: string, slot: PictureSlot): Picture => {
    const found = placed.get(slotKey(name, slot))
    if (!found) throw new Error(`The picture ${name} was not placed.`)
    return found.picture
  }
  return {
    portfolio: {
      ...others,
      person: { name: person.name, profiles: person.profiles },
      brand: { ...brand, image: pictureOf(brand.image, BRAND) },
      ...(projects && {
        projects: {
          ...projects,
          count: projects.cards.length,
          cards: projects.cards.map((card) => ({ ...card, imgSrc: pictureOf(card.imgSrc, CARD) })),
        },
      }),
    },
    files: ordered.flatMap(({ files }) => files),
    css: colourRules(ordered),
  }
}

async function placeAll(
  different: Map<string, NamedPicture>,
  directory: string,
  { cache, colours, report }: PlaceOptions,
): Promise<Map<string, PlacedPicture>> {
  const placed = new Map<string, PlacedPicture>()
  const missing: [string, Missing][] = []
  for (const [place, picture] of different) {
    const { name, slot } = picture
    const file = join(directory, name)
    const source = isPictureFile(name) ? readPictureSource(file, slot) : undefined
    if (!source || isDrawing(source.format)) {
      placed.set(place, placeAsItIs(picture, colours, source && (await readFile(file))))
      continue
    }
    const { key } = source
    const made = readMade(cache, key)
    if (made) placed.set(place, addressPicture(name, key, slot, made))
    else missing.push([place, { ...picture, key, file }])
  }
  await inTurns(missing, async ([place, { name, slot, key, file }], index) => {
    report(`pictures ${index + 1} of ${missing.length}`)
    const made = await writeMade(cache, key, await makePicture(await readFile(file), slot))
    placed.set(place, addressPicture(name, key, slot, made))
  })
  await removeUnused(cache)
  return placed
}

/** Drawings, placeholders and what lies elsewhere on the web. */
function placeAsItIs(
  { name, slot }: NamedPicture,
  colours: PlaceholderColours,
  body?: Buffer,
): PlacedPicture {
  const { width, height } = slot
  const placeholder = name.startsWith('/') ? readPlaceholder(name) : undefined
  const file = placeholder
    ? { path: placeholderFile(placeholder), body: drawPlaceholder(placeholder, colours) }
    : body && { path: hashedPath(name, body), body }
  const inline = file && slot === BRAND && dataAddress(file.body)
  const src = inline || (file ? `.${file.path}` : name)
  const files = file && !inline ? [{ path: file.path, read: async () => file.body }] : []
  return { picture: { src, width, height }, files }
}

/** What is first seen needs no request of its own where it is no longer than one. */
function dataAddress(drawing: Buffer | string): string | undefined {
  const text = String(drawing)
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s+/g, ' ')
  const escaped = text.replace(/[%#<>"\u{80}-\u{10ffff}]/gu, encodeURIComponent)
  return escaped.length <= LONGEST_INLINE ? `data:image/svg+xml,${escaped}` : undefined
}

/** As rules and not as style attributes, which a strict policy of the site's host forbids. */
function colourRules(placed: PlacedPicture[]): string {
  const colours = new Set(placed.flatMap(({ picture }) => picture.colour ?? []))
  return [...colours]
    .map((colour) => `img[data-colour="${colour}"]{background-color:#${colour}}`)
    .join('')
}
