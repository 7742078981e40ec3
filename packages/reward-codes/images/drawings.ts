import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import type { Portfolio } from '../content/portfolio.ts'
import { ImageAsset, isImageFile } from '../content/schema/assets.ts'
import { slugOf } from '../content/slug.ts'
import { coverColors, type Palettes, readPalettes, themeSvg } from './colors.ts'
import { coverFile } from './cover.ts'
import { readPlaceholder } from './placeholder.ts'

/** Where images are: the folder of the content, and one for the images that are drawn. */
export type ImageFolders = { content: string; drawings: string }

/** Finds the picture that each project shows: its image, or else its first picture. */
export function withDrawings(portfolio: Portfolio): Portfolio {
  const { projects } = portfolio
  const cards = projects?.cards.map((card) => {
    const slot = card.featured ? 'featured' : 'card'
    const { imgSrc, imgAlt, pictures, ...others } = card
    const [first, ...rest] = pictures ?? []
    const shown = (name: string) => ({
      imgSrc: new ImageAsset(name, slot),
      ...(card.page && { whole: new ImageAsset(name, 'whole') }),
    })
    if (imgSrc && !readPlaceholder(imgSrc.name)) return { ...card, ...shown(imgSrc.name) }
    // A placeholder is a project without a picture.
    if (!first) return others
    return { ...others, ...shown(first.image.name), imgAlt: first.imageAlt, pictures: rest }
  })
  return {
    ...portfolio,
    ...(projects && cards && { projects: { ...projects, cards } }),
  }
}

/** The file of an image, or its address on another host. */
export type ImageFile = { file: string } | { url: string }

/** Returns the file of an image, or the address of one on another host. Draws what has no file. */
export function imageFiles(
  portfolio: Portfolio,
  folders: ImageFolders,
): (image: ImageAsset) => ImageFile {
  const palettes = readPalettes(portfolio.site)
  return (image) => {
    const drawn = draw(image, palettes, folders.content)
    if (drawn !== undefined) {
      return { file: writeDrawing(folders.drawings, parse(image.name).name, drawn) }
    }
    return isImageFile(image.name)
      ? { file: join(folders.content, image.name) }
      : { url: image.name }
  }
}

/** A placeholder, or a vector in the colours of the page. Undefined for every other image. */
function draw(image: ImageAsset, palettes: Palettes, content: string) {
  const colors = coverColors(palettes.light)
  if (image.name.endsWith('.svg') && isImageFile(image.name)) {
    return themeSvg(readFileSync(join(content, image.name)), palettes)
  }
  const placeholder = readPlaceholder(image.name)
  return placeholder && coverFile(undefined, placeholder, colors)
}

/** Astro encodes and names images by their file, so a drawing needs one. */
function writeDrawing(folder: string, name: string, svg: string): string {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 8)
  // ASCII, which every server and file system stores alike. The folder tells such names apart.
  const slug = slugOf(name)
    .toLowerCase()
    .replace(/[^\w-]+/g, '')
    .slice(0, 40)
  const file = join(folder, hash, `${slug || 'image'}.svg`)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, svg)
  }
  return file
}
