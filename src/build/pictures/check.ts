import { extname } from 'node:path'
import sharp from 'sharp'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { describeForeign, type Format, formatNames, isDrawing } from './format.ts'
import { cropTo, openPicture } from './make.ts'
import { findActive } from './svg.ts'

/** What is wrong with the file of a picture, in the words of a fault. */
export type PictureFault = { found: string; allowed: string; suggestion?: string }

/** What is wrong with a file that is no picture. */
export function describeNoPicture(body: Buffer): PictureFault {
  const { name, advice } = describeForeign(body)
  return { found: `which is ${name}`, allowed: `a picture as ${formatNames()}. ${advice}` }
}

/** Whether a picture is of the kind that its name says. */
export function checkName(name: string, format: Format): PictureFault | undefined {
  const [usual, ...others] = format.extensions
  const extension = extname(name)
  if ([usual, ...others].includes(extension.toLowerCase())) return undefined
  return {
    found: `which is ${format.name} by its bytes`,
    allowed: `a name that tells what the file is: one that ends in ${format.extensions.join(' or ')}`,
    suggestion: `rename the file to ${name.slice(0, name.length - extension.length)}${usual}`,
  }
}

/** Whether what is in the file can stand in its slot. */
export function checkInside(
  body: Buffer,
  slot: PictureSlot,
  format: Format,
): Promise<PictureFault | undefined> {
  return isDrawing(format) ? checkDrawing(body.toString()) : checkPixels(body, slot, format)
}

async function checkPixels(
  body: Buffer,
  slot: PictureSlot,
  { name }: Format,
): Promise<PictureFault | undefined> {
  try {
    const { pages = 1, autoOrient } = await openPicture(body).metadata()
    if (pages > 1) return describeMoving(name, pages)
    // Reads all of the file, which is how one that ends too early shows.
    await openPicture(body).resize(1, 1).raw().toBuffer()
    const { width } = cropTo(autoOrient, slot)
    return width < slot.width ? describeSmall(autoOrient, slot) : undefined
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return isHuge
      ? {
          found: 'with too many pixels to read',
          allowed: `as many as are shown: ${describeGood(slot)}`,
        }
      : {
          found: `a ${name} file that is damaged or ends too early`,
          allowed: 'a whole picture. Copy or export it once more',
        }
  }
}

function describeMoving(format: string, pages: number): PictureFault {
  return format === 'TIFF'
    ? {
        found: `with ${pages} pages`,
        allowed: 'one picture a file. Export the page to show as PNG',
      }
    : {
        found: `an animation of ${pages} pictures`,
        allowed:
          'a picture that stands still, because visitors could not stop it. Save one of its ' +
          'pictures as PNG, and show the rest where projectUrl leads',
      }
}

function describeSmall(size: { width: number; height: number }, slot: PictureSlot): PictureFault {
  return {
    found: `${size.width} × ${size.height} pixels`,
    allowed:
      `at least ${slot.width} × ${slot.height} pixels, which is how large ${slot.name} gets; ` +
      describeGood(slot),
  }
}

function describeGood({ width, height, widths }: PictureSlot): string {
  const best = Math.max(...widths)
  return `${best} × ${Math.round((best * height) / width)} is sharp on every screen`
}

async function checkDrawing(svg: string): Promise<PictureFault | undefined> {
  try {
    const active = findActive(svg)
    if (active) return describeActive(active)
    await sharp(Buffer.from(svg)).resize(1, 1).raw().toBuffer()
    return undefined
  } catch {
    return {
      found: 'an SVG file that cannot be drawn',
      allowed: 'a whole drawing, well-formed as XML. Export it once more',
    }
  }
}

function describeActive(active: string): PictureFault {
  return {
    found: `a drawing that holds ${active}`,
    allowed: 'a drawing that only draws: it would run with the rights of your page. Export it anew',
  }
}
