import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cached } from '../cache.ts'
import { ENGINE_CODE } from '../folders.ts'
import type { Axes } from './look-fonts.ts'

/** The part of the cache key that is not the font or its options: this code and its packages. */
const CACHE_KEY = [join(ENGINE_CODE, '../package.json'), import.meta.filename].map((file) =>
  readFileSync(file),
)

/** Subsets a font to `letters`, at one weight and width, as TrueType. */
export function subsetTtf(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return cached([...CACHE_KEY, 'truetype', JSON.stringify(axes), letters, source], () =>
    subset(source, letters, axes),
  )
}

/** What a web font has beside its letters: its alternates, such as tabular figures and ligatures. */
type Extent = { hasAlternates: boolean }

/** Subsets a font in the same way, as WOFF2 for browsers. */
export function subsetWoff2(
  source: Buffer,
  letters: string,
  axes: Axes,
  { hasAlternates }: Extent,
): Promise<Buffer> {
  const key = ['woff2', JSON.stringify({ axes, hasAlternates }), letters, source]
  return cached([...CACHE_KEY, ...key], async () => {
    const subsetFont = await loadSubsetter()
    const noLayoutClosure = !hasAlternates
    // The first pass keeps lookups whose letters it drops. The second drops them too.
    const font = await subset(source, letters, axes, noLayoutClosure)
    // STAT describes the axes of a variable font, and this one has none left.
    return subsetFont(font, letters, {
      targetFormat: 'woff2',
      noLayoutClosure,
      dropTables: ['STAT'],
    })
  })
}

async function subset(
  source: Buffer,
  letters: string,
  axes: Axes,
  noLayoutClosure = false,
): Promise<Buffer> {
  const subsetFont = await loadSubsetter()
  return subsetFont(source, letters, {
    targetFormat: 'truetype',
    variationAxes: axes,
    noLayoutClosure,
  })
}

/** Loads the subsetter on demand: most builds find every font in the cache. */
async function loadSubsetter() {
  return (await import('subset-font')).default
}
