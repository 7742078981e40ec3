import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { adviceAfter } from '../../../tests/fixtures/advice.ts'
import { set } from '../../../tests/fixtures/change-content.ts'

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
    'an order that leaves out a section',
    set('order', ['about', 'services', 'projects', 'resume']),
    'order',
    'no contact',
  ],
  [
    'a telephone number in a text',
    set('contact.lead', 'Call +48 600 700 800 any time.'),
    'contact.lead',
    '"+48 600 700 800"',
  ],
  [
    'a telephone number without a country',
    set('about.bio', ['Ring 600 700 800.']),
    'about.bio.0',
    '"600 700 800"',
  ],
  [
    'a telephone number for the files',
    set('person.phone', '+48 600 700 800'),
    'person.phone',
    '"+48 600 700 800"',
  ],
  ['a Polish street', set('hero.place', 'ul. Długa 12, Gdańsk'), 'hero.place', '"ul. Długa 12"'],
  ['an English street', set('footer', '12 Baker Street, London'), 'footer', '"12 Baker Street"'],
  ['a German street', set('hero.place', 'Lindenstraße 7, Köln'), 'hero.place', '"Lindenstraße 7"'],
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
  [
    'numbers that nobody can call',
    set('about.bio', [
      'In 2018 – 2022 I wrote 120 000 lines, release 1.2.3 on 2021-03-04, for 10 000 000 readers.',
    ]),
  ],
  [
    'a street in a word',
    set('about.bio', ['I like Abbey Road and street art; 3 of 4 sites run on my own server.']),
  ],
])('%s', (_, change) => {
  test('needs no advice', () => {
    expect(adviceAfter(change)).toEqual([])
  })
})
