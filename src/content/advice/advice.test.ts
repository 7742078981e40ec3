import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { adviceAfter, NOW } from '../../../tests/fixtures/advice.ts'
import { remove, set } from '../../../tests/fixtures/change-content.ts'
import { loadPortfolio } from '../load.ts'
import { adviseOn } from './advice.ts'

const SAMPLE = loadPortfolio(
  join(import.meta.dirname, '../../../content'),
  'words',
  'portfolio.sample.yaml',
)

test('the sample gets no advice but what it lacks as a sample', () => {
  if (!SAMPLE.ok) throw new Error('The sample has faults.')
  const fields = adviseOn(SAMPLE.written, { now: NOW }).map(({ field }) => field)
  expect(fields).toEqual(['site.url'])
})

test('advice tells its place, what was found, what it means and what to do', () => {
  const [advice] = adviceAfter(set('about.heading', 'Portfolio'))
  expect(advice).toEqual({
    file: expect.stringMatching(/portfolio\.yaml$/),
    line: expect.any(Number),
    column: 3,
    field: 'projects.heading',
    found: '"Portfolio" again',
    meaning: expect.stringMatching(/^Two things of one name look like a mistake/),
    action: 'Give each a title of its own.',
  })
})

test('all advice comes in the order of the file', () => {
  const advice = adviceAfter((content) => {
    remove('projects.cards.5.summary')(content)
    set('footer', 'Call 600 700 800')(content)
    set('site.title', 'x'.repeat(61))(content)
    set('resume.experience.entries.0', {
      course: 'Engineer',
      school: 'A school',
      period: '2027',
      description: 'Built.',
    })(content)
  })
  expect(advice.map(({ field }) => field)).toEqual([
    'site.title',
    'projects.cards.5',
    'resume.experience.entries.0.period',
    'footer',
  ])
})

describe.each<[what: string, change: (content: Document) => void, field: string, found: string]>([
  ['a title over 60 letters', set('site.title', 'x'.repeat(61)), 'site.title', '61 letters'],
  [
    'a title that the name makes long',
    set('site.title', `{name}${'x'.repeat(47)}`),
    'site.title',
    '61 letters',
  ],
  [
    'a description under 50 letters',
    set('site.description', 'x'.repeat(49)),
    'site.description',
    '49 letters',
  ],
  [
    'a description over 160 letters',
    set('site.description', 'x'.repeat(161)),
    'site.description',
    '161 letters',
  ],
  [
    'two projects of one title',
    set('projects.cards.1.title', 'harbour bookings'),
    'projects.cards.1.title',
    '"harbour bookings" again',
  ],
  [
    'two services of one title',
    set('services.cards.1.title', 'Web Development'),
    'services.cards.1.title',
    '"Web Development" again',
  ],
  ['more than twelve projects', manyProjects, 'projects.cards', '13 projects'],
  [
    'a project without a summary',
    remove('projects.cards.2.summary'),
    'projects.cards.2',
    'no summary',
  ],
  [
    'a text for a picture that says picture',
    set('projects.cards.0.imgAlt', 'Image of a harbour'),
    'projects.cards.0.imgAlt',
    '"Image of a harbour"',
  ],
  [
    'a text for a picture that repeats the title',
    set('projects.cards.0.imgAlt', 'Harbour bookings'),
    'projects.cards.0.imgAlt',
    'the title again',
  ],
  [
    'a bar too dark for the dark theme',
    set('resume.skills.entries.0.color', '#20306a'),
    'resume.skills.entries.0.color',
    '"#20306a"',
  ],
  [
    'a bar too light for the light theme',
    set('resume.skills.entries.0.color', '#f0d040'),
    'resume.skills.entries.0.color',
    '"#f0d040"',
  ],
  [
    'a test key of reCAPTCHA',
    captcha('recaptcha', '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI'),
    'contact.form.captcha.siteKey',
    '"6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"',
  ],
  [
    'a test key of hCaptcha',
    captcha('hcaptcha', '10000000-ffff-ffff-ffff-000000000001'),
    'contact.form.captcha.siteKey',
    '"10000000-ffff-ffff-ffff-000000000001"',
  ],
  [
    'a test key of Turnstile',
    captcha('turnstile', '1x00000000000000000000AA'),
    'contact.form.captcha.siteKey',
    '"1x00000000000000000000AA"',
  ],
])('%s', (_, change, field, found) => {
  test('is told once, at its place', () => {
    const advice = adviceAfter(change)
    expect(advice.map((one) => [one.field, one.found])).toEqual([[field, found]])
  })
})

describe.each<[what: string, change: (content: Document) => void]>([
  ['a title of 60 letters', set('site.title', 'x'.repeat(60))],
  ['a description of 160 letters', set('site.description', 'x'.repeat(160))],
  ['a key of an own account', captcha('hcaptcha', '8f3a1c5e-1b2c-4d5e-9f60-a1b2c3d4e5f6')],
  ['twelve projects', (content) => manyProjects(content, 12)],
  [
    'own sections with headings of their own',
    set('sections', [{ id: 'talks', menu: 'Talks', heading: 'Talks', text: ['One.'] }]),
  ],
])('%s', (_, change) => {
  test('needs no advice', () => {
    expect(adviceAfter(change)).toEqual([])
  })
})

function captcha(provider: string, siteKey: string) {
  return set('contact.form', { captcha: { provider, siteKey } })
}

function manyProjects(content: Document, count = 13) {
  const [card] = content.toJS().projects.cards
  const cards = Array.from({ length: count }, (_, place) => ({
    ...card,
    title: `Project ${place}`,
  }))
  set('projects.cards', cards)(content)
}
