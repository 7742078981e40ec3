import subsetFont from 'subset-font'
import { closeSeams } from './seams.ts'

/** A font of one weight and width with the letters asked for, ready to be drawn at any size. */
export async function cutFont(
  source: Buffer,
  letters: string,
  axes: { wght: number; wdth: number },
): Promise<Buffer> {
  const options = { targetFormat: 'truetype', variationAxes: axes } as const
  return closeSeams(await subsetFont(source, letters, options))
}
