import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findIcon } from '../content/icons.ts'
import { roundPath } from './round-path.ts'

test.each([
  ['M1.04 2.06L3.123 4.987', 'm1 2.1l2.1 2.9'],
  ['M1 1h.333h.333h.333v-2z', 'm1 1h.3h.4h.3v-2z'],
  ['m1 1 1 1 1 1', 'm1 1l1 1l1 1'],
  ['M2 2a1.25 1.25 0 01.5.5', 'm2 2a1.3 1.3 0 0 1 .5 .5'],
])('%s becomes %s', (data, rounded) => {
  expect(roundPath(data, 10)).toBe(rounded)
})

test.each(['github', 'linkedin', 'mastodon', 'gitlab', 'stackoverflow', 'codeberg'])(
  'the rounded icon of %s looks the same',
  async (name) => {
    const icon = findIcon(name) ?? ''
    const rounded = icon.replace(
      / d="([^"]+)"/g,
      (_, data: string) => ` d="${roundPath(data, 10)}"`,
    )
    expect(rounded.length).toBeLessThan(icon.length)
    const [before, after] = await Promise.all([icon, rounded].map(draw))
    const differences = before?.map((value, index) => Math.abs(value - (after?.[index] ?? 0)))
    // 96 px are twice the pixels of a dense screen.
    const mean = (differences ?? []).reduce((sum, value) => sum + value, 0) / (96 * 96)
    expect(mean).toBeLessThan(2)
  },
)

async function draw(icon: string): Promise<number[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24"><rect width="24" height="24" fill="#fff"/>${icon}</svg>`
  return [...(await sharp(Buffer.from(svg)).greyscale().raw().toBuffer())]
}
