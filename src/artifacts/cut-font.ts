import { readFileSync } from 'node:fs'
import { kept } from './kept.ts'
import { closeSeams } from './seams.ts'

type Axes = { wght: number; wdth: number }

/** What a cut font depends on beside its source: this very text, and that of what it calls. */
const MAKER = ['./cut-font.ts', './seams.ts'].map((file) =>
  readFileSync(new URL(file, import.meta.url)),
)

/** A font of one weight and width with the letters asked for, ready to be drawn at any size. */
export function cutFont(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return kept([...MAKER, 'truetype', JSON.stringify(axes), letters, source], () =>
    cut(source, letters, axes),
  )
}

/** The same as browsers take it. */
export function cutWebFont(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return kept([...MAKER, 'woff2', JSON.stringify(axes), letters, source], async () => {
    const subsetFont = await loadSubsetter()
    return subsetFont(await cut(source, letters, axes), letters, { targetFormat: 'woff2' })
  })
}

async function cut(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  const subsetFont = await loadSubsetter()
  const options = { targetFormat: 'truetype', variationAxes: axes } as const
  return closeSeams(await subsetFont(source, letters, options))
}

/** Only where something is cut: most builds find all that they need. */
async function loadSubsetter() {
  return (await import('subset-font')).default
}
