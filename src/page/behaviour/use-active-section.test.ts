import { expect, test } from 'vitest'
import { chooseSection } from './use-active-section.ts'

const IDS = ['hero', 'about', 'resume', 'contact']

test('the first section with a tenth in view is the active one', () => {
  expect(choose({ hero: 0.05, about: 0.6, resume: 0.9 })).toBe('about')
  expect(choose({ hero: 0.1, about: 1 })).toBe('hero')
})

test('at the end of the page it is the last one, however much others show', () => {
  expect(choose({ resume: 0.5, contact: 1, footer: 1 })).toBe('contact')
  expect(choose({ resume: 0.5, contact: 1, footer: 0.5 })).toBe('resume')
})

test('a section many screens tall counts as soon as nothing else does', () => {
  expect(choose({ about: 0.02, resume: 0.01 })).toBe('about')
  expect(choose({ resume: 0.01 })).toBe('resume')
})

test('between sections none is active', () => {
  expect(choose({})).toBeUndefined()
})

function choose(ratios: Record<string, number>) {
  const views = Object.entries(ratios).map(
    ([id, intersectionRatio]) => [id, { intersectionRatio, isIntersecting: true }] as const,
  )
  return chooseSection(IDS, 'footer', new Map(views))
}
