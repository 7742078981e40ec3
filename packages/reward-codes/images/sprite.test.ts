import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findIcon } from '../content/icons.ts'
import { roundPaths, UI_ICONS } from './sprite.ts'

test('no UI icon resolves to a brand icon', () => {
  const plain = UI_ICONS.map((name) => (name.startsWith('lucide:') ? name : `lucide:${name}`))
  expect(UI_ICONS.map(findIcon)).toEqual(plain.map(findIcon))
})

test.each(['github', 'linkedin', 'mastodon', 'gitlab', 'stackoverflow', 'codeberg'])(
  'the rounded icon of %s looks the same',
  async (name) => {
    const icon = iconFile(findIcon(name) ?? '')
    const rounded = roundPaths(icon)
    expect(rounded.length).toBeLessThan(icon.length)
    const [before, after] = await Promise.all([icon, rounded].map(draw))
    const differences = before?.map((value, index) => Math.abs(value - (after?.[index] ?? 0)))
    const mean = (differences ?? []).reduce((sum, value) => sum + value, 0) / (96 * 96)
    expect(mean).toBeLessThan(2)
  },
)

// 96 px are twice the pixels of a dense screen.
function iconFile(icon: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24"><rect width="24" height="24" fill="#fff"/>${icon}</svg>`
}

async function draw(svg: string): Promise<number[]> {
  return [...(await sharp(Buffer.from(svg)).greyscale().raw().toBuffer())]
}
