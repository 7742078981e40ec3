import { readFile } from 'node:fs/promises'
import type { Picture } from '../../content/placed.ts'
import type { PictureSlot } from '../../page/picture-slots.ts'
import { type LateFile, plainName } from '../site-file.ts'
import type { KeptPicture } from './cache.ts'

/** A picture as the page shows it, and the files that this takes. */
export type PlacedPicture = { picture: Picture; files: LateFile[] }

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/** Addresses for all that was made of a picture, as seen from the page; they change with the picture. */
export function addressPicture(
  name: string,
  key: string,
  slot: PictureSlot,
  { widths, formats, colour, files }: KeptPicture,
): PlacedPicture {
  const stem = `/assets/${plainName(name)}-${key.slice(0, 8)}`
  // With the space, because the development server writes it into the HTML, and React compares.
  const srcset = (format: string) =>
    widths.map((width) => `.${stem}-${width}.${format} ${width}w`).join(', ')
  const fallback = formats.at(-1) ?? ''
  const usual = widths.findLast((width) => width <= slot.width) ?? widths[0]
  return {
    picture: {
      src: `.${stem}-${usual}.${fallback}`,
      srcset: srcset(fallback),
      sources: formats.flatMap((format) => {
        const type = TYPES[format]
        return type ? [{ type, srcset: srcset(format) }] : []
      }),
      width: slot.width,
      height: slot.height,
      ...(colour && { colour }),
    },
    files: [...files].map(([file, from]) => ({
      path: `${stem}-${file}`,
      from,
      read: () => readFile(from),
    })),
  }
}
