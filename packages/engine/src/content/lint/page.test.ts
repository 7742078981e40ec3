import { adviceAfter, NOW } from 'test-fixtures/advice.ts'
import { remove, set } from 'test-fixtures/change-content.ts'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { loadPortfolio } from '../load.ts'
import { uiStrings } from '../ui-strings.ts'
import { lintContent } from './lint-content.ts'
import { textsOf } from './remark.ts'

const SAMPLE = loadPortfolio(SAMPLE_FOLDER, 'schema')

test('the sample has no advice except for its missing site URL', () => {
  if (!SAMPLE.ok) throw new Error('The sample is invalid.')
  const fields = lintContent(SAMPLE.written, { now: NOW }).map(({ field }) => field)
  expect(fields).toEqual(['site.url'])
})

test('advice has a location, the found value, its meaning and an action', () => {
  const [advice] = adviceAfter(set('site.title', 'x'.repeat(61)))
  expect(advice).toEqual({
    file: expect.stringMatching(/portfolio\.yaml$/),
    line: expect.any(Number),
    column: 3,
    field: 'site.title',
    found: '61 characters',
    meaning: expect.stringMatching(/^Search results .* truncate a title/),
    action: expect.stringContaining('move the rest to the description'),
  })
})

test('advice is sorted in file order', () => {
  const advice = adviceAfter((content) => {
    set('footer', 'I **ship**.')(content)
    set('projects.cards.5.imgAlt', 'A photo of a ship')(content)
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
    'projects.cards.5.imgAlt',
    'resume.experience.entries.0.period',
    'footer',
  ])
})

describe.each<[what: string, change: (content: Document) => void, field: string, found: string]>([
  ['a title over 60 characters', set('site.title', 'x'.repeat(61)), 'site.title', '61 characters'],
  [
    'a title that is too long with {name} interpolated',
    set('site.title', `{name}${'x'.repeat(47)}`),
    'site.title',
    '61 characters',
  ],
  [
    'a description under 50 characters',
    set('site.description', 'x'.repeat(49)),
    'site.description',
    '49 characters',
  ],
  [
    'a description over 160 characters',
    set('site.description', 'x'.repeat(161)),
    'site.description',
    '161 characters',
  ],
  [
    'a phrase over 36 characters',
    set('hero.phrases.1', `I am {name}, ${'x'.repeat(16)}.`),
    'hero.phrases.1',
    '38 characters',
  ],
  [
    'alt text that starts with image of',
    set('projects.cards.0.imgAlt', 'Image of a harbour'),
    'projects.cards.0.imgAlt',
    '"Image of a harbour"',
  ],
  [
    'alt text that repeats the title',
    set('projects.cards.0.imgAlt', 'Harbour bookings'),
    'projects.cards.0.imgAlt',
    'same as the title',
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
  [
    'a section order that omits a section',
    set('sectionOrder', ['about', 'services', 'projects', 'resume']),
    'sectionOrder',
    'no contact',
  ],
])('%s', (_, change, field, found) => {
  test('is reported once, at its location', () => {
    const advice = adviceAfter(change)
    expect(advice.map((one) => [one.field, one.found])).toEqual([[field, found]])
  })
})

describe.each<[what: string, change: (content: Document) => void]>([
  ['a title of 60 characters', set('site.title', 'x'.repeat(60))],
  ['a description of 160 characters', set('site.description', 'x'.repeat(160))],
  ['a real site key', captcha('hcaptcha', '8f3a1c5e-1b2c-4d5e-9f60-a1b2c3d4e5f6')],
  [
    'a section order that names every section',
    set('sectionOrder', ['contact', 'about', 'services', 'projects', 'resume']),
  ],
])('%s', (_, change) => {
  test('has no advice', () => {
    expect(adviceAfter(change)).toEqual([])
  })
})

function captcha(provider: string, siteKey: string) {
  return set('contact.form', { captcha: { provider, siteKey } })
}

describe('UI strings', () => {
  const total = textsOf(uiStrings.parse({})).length
  const inForm = textsOf(uiStrings.parse({}).form).length

  test('that are English on a page in another language are reported with a fix', () => {
    expect(adviceInPolish()).toMatchObject([
      {
        field: 'site.language',
        found: `${total} of ${total} in English`,
        meaning: expect.stringContaining('as Polish'),
        action: expect.stringMatching(/under strings; .*docs\/owner\.md/),
      },
    ])
  })

  test('that are missing are counted at strings if others are set', () => {
    const advice = adviceInPolish(set('strings', { skip: 'Do treści', form: { send: 'Wyślij' } }))
    expect(advice).toMatchObject([
      { field: 'strings', found: `${total - 2} of ${total} in English` },
    ])
  })

  test('of the contact form are not counted without it', () => {
    expect(adviceInPolish(remove('contact'))).toMatchObject([
      { found: `${total - inForm} of ${total - inForm} in English` },
    ])
  })

  test.each<[string, (content: Document) => void]>([
    ['in English of another country', set('site.language', 'en-GB')],
    ['that are all set', set('strings', uiStrings.parse({}))],
  ])('%s have no advice', (_, change) => {
    expect(adviceInPolish(change)).toEqual([])
  })

  function adviceInPolish(change: (content: Document) => void = () => {}) {
    return adviceAfter((content) => {
      set('site.language', 'pl')(content)
      change(content)
    })
  }
})
