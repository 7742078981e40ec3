import { expect, test } from 'vitest'
import { chooseSection } from './use-active-section.ts'

const IDS = ['hero', 'about', 'resume', 'contact']

test('of the sections a tenth in view, the one that fills most of the window is active', () => {
  expect(choose({ about: [0.44, 186], resume: [0.3, 614] })).toBe('resume')
  expect(choose({ about: [0.6, 500], resume: [0.2, 300] })).toBe('about')
  expect(choose({ about: [0.05, 500], resume: [0.1, 300] })).toBe('resume')
})

test('a section entirely in view wins over one that fills more of the window', () => {
  expect(choose({ about: [1, 300], resume: [0.4, 500] })).toBe('about')
})

test('at the end of the page, the last section is active', () => {
  expect(choose({ resume: [0.5, 500], contact: [1, 300], footer: [1, 60] })).toBe('contact')
  expect(choose({ resume: [0.5, 500], contact: [0.6, 300], footer: [0.5, 30] })).toBe('resume')
})

test('a section many screens tall is active if no section has a tenth in view', () => {
  expect(choose({ about: [0.02, 100], resume: [0.01, 700] })).toBe('resume')
  expect(choose({ resume: [0.01, 700] })).toBe('resume')
})

test('no section is active if none is in view', () => {
  expect(choose({})).toBeUndefined()
})

/** Takes the visible share and the visible height, in pixels, of each section. */
function choose(seen: Record<string, [share: number, height: number]>) {
  const views = Object.entries(seen).map(
    ([id, [intersectionRatio, height]]) =>
      [id, { intersectionRatio, isIntersecting: true, intersectionRect: { height } }] as const,
  )
  return chooseSection(IDS, 'footer', new Map(views))
}
