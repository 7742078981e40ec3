import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { adviceAfter } from '../../../tests/fixtures/advice.ts'
import { remove, set } from '../../../tests/fixtures/change-content.ts'

describe.each<[what: string, change: (content: Document) => void, field: string, found: string]>([
  [
    'a link to a section that is not there',
    set('hero.place', '#tallks'),
    'hero.place',
    '"#tallks"',
  ],
  [
    'a link to a file that is not there',
    set('hero.place', '/Resume.pdf'),
    'hero.place',
    '"/Resume.pdf"',
  ],
  [
    'a link into the own site that leads nowhere',
    (content) => {
      set('site.url', 'https://maja.dev/portfolio/')(content)
      set('projects.cards.0.projectUrl', 'https://maja.dev/portfolio/harbour')(content)
    },
    'projects.cards.0.projectUrl',
    '"https://maja.dev/portfolio/harbour"',
  ],
  [
    'a link to a file that this content does not give',
    (content) => {
      remove('resume')(content)
      set('hero.place', '/resume.json')(content)
      set('hero.greeting', '/robots.txt')(content)
    },
    'hero.place',
    '"/resume.json"',
  ],
  [
    'an order that leaves out a section',
    set('order', ['about', 'services', 'projects', 'resume']),
    'order',
    'no contact',
  ],
])('%s', (_, change, field, found) => {
  test('is told once, at its place', () => {
    const advice = adviceAfter(change)
    expect(advice.map((one) => [one.field, one.found])).toEqual([[field, found]])
  })
})

describe.each<[what: string, change: (content: Document) => void]>([
  [
    'links to what is there',
    (content) => {
      set('site.url', 'https://maja.dev/portfolio/')(content)
      set('hero.place', '#portfolio')(content)
      set('hero.greeting', '/RewardResume.pdf')(content)
      set('projects.cards.0.projectUrl', 'https://maja.dev/portfolio/#contact')(content)
      set('projects.cards.1.projectUrl', 'https://maja.dev/other/')(content)
    },
  ],
])('%s', (_, change) => {
  test('needs no advice', () => {
    expect(adviceAfter(change)).toEqual([])
  })
})
