import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cached } from '../cache.ts'
import { codeFile, ENGINE_CODE } from '../folders.ts'
import { fixGlyphOverlap } from './fix-glyph-overlap.ts'

type Axes = { wght: number; wdth: number }

/** The part of the cache key that is not the font or its options: this code and its packages. */
const CACHE_KEY = [
  join(ENGINE_CODE, '../package.json'),
  codeFile('exports/subset-font.ts'),
  codeFile('exports/fix-glyph-overlap.ts'),
].map((file) => readFileSync(file))

/** Subsets a font to `letters`, at one weight and width, as TrueType. */
export function subsetTtf(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return cached([...CACHE_KEY, 'truetype', JSON.stringify(axes), letters, source], () =>
    subset(source, letters, axes),
  )
}

/** Subsets a font in the same way, as WOFF2 for browsers. */
export function subsetWoff2(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return cached([...CACHE_KEY, 'woff2', JSON.stringify(axes), letters, source], async () => {
    const subsetFont = await loadSubsetter()
    return subsetFont(await subset(source, letters, axes), letters, { targetFormat: 'woff2' })
  })
}

async function subset(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  const subsetFont = await loadSubsetter()
  const options = { targetFormat: 'truetype', variationAxes: axes } as const
  return fixGlyphOverlap(await subsetFont(source, letters, options))
}

/** Loads the subsetter on demand: most builds find every font in the cache. */
async function loadSubsetter() {
  return (await import('subset-font')).default
}
