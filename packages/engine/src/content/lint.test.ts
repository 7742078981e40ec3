import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceAfter, NOW } from 'test-fixtures/advice.ts'
import { changedSample, remove, set, writtenIn } from 'test-fixtures/change-content.ts'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { WEBM } from 'test-fixtures/video.ts'
import { describe, expect, test } from 'vitest'
import type { Document } from 'yaml'
import { lintContent } from './lint.ts'
import { loadPortfolio } from './load.ts'
import { en } from './strings/en.ts'
import { textsOf } from './values.ts'

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
    set('footer', 'I <b>ship</b>.')(content)
    set('projects.cards.5.summary', 'A <i>ship</i>')(content)
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
    'projects.cards.5.summary',
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
  [
    'a period that starts in the future',
    period('2026-12 – present'),
    'resume.experience.entries.0.period',
    '"2026-12 – present"',
  ],
  [
    'a period that ends in the future',
    period('2025 – 2027'),
    'resume.experience.entries.0.period',
    '"2025 – 2027"',
  ],
  ['a single date in the future', period('2027'), 'resume.experience.entries.0.period', '"2027"'],
  [
    'a certificate with a future date',
    set('resume.certificates', {
      heading: 'Papers',
      entries: [{ title: 'Paper', date: '2027-01' }],
    }),
    'resume.certificates.entries.0.date',
    '"2027-01"',
  ],
  [
    'work without a description',
    remove('resume.experience.entries.0.description'),
    'resume.experience.entries.0',
    'no description and no highlights',
  ],
  [
    'a public telephone number',
    set('person.phone', '+48 600 700 800'),
    'person.phone',
    '"+48 600 700 800"',
  ],
  ['a form without a privacy notice', remove('legal'), 'contact', 'a form and no privacy notice'],
  [
    'a claim and phrases',
    set('hero.claim', 'I build pages that people finish.'),
    'hero.phrases',
    'a claim as well',
  ],
  [
    'a telephone number as a profile',
    set('person.profiles.1', { name: 'Phone', icon: 'phone', url: 'tel:+48 600 700 800' }),
    'person.profiles.1.url',
    '"tel:+48600700800"',
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
  ['a period that starts this month', period('2026-11 – present')],
  ['a period that starts this year', period('2026')],
  ['education that ends in the future', set('resume.education.entries.0.period', '2024 – 2027')],
  [
    'work with highlights and no description',
    (content) => {
      remove('resume.experience.entries.0.description')(content)
      set('resume.experience.entries.0.highlights', ['Built it.'])(content)
    },
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
  const { liveDemo: _, ...texts } = en
  const total = textsOf(texts).length
  const inForm = textsOf(en.form).length

  test('that are English on a page in another language are reported with a fix', () => {
    expect(adviceInDanish()).toMatchObject([
      {
        field: 'site.language',
        found: `${total} of ${total} in English`,
        meaning: expect.stringContaining('as Danish'),
        action: expect.stringMatching(/under strings; .*docs\/owner\.md/),
      },
    ])
  })

  test('that are missing are counted at strings if others are set', () => {
    const advice = adviceInDanish(set('strings', { skip: 'Til indhold', form: { send: 'Send' } }))
    expect(advice).toMatchObject([
      { field: 'strings', found: `${total - 2} of ${total} in English` },
    ])
  })

  test('of the contact form are not counted without it', () => {
    expect(adviceInDanish(remove('contact'))).toMatchObject([
      { found: `${total - inForm} of ${total - inForm} in English` },
    ])
  })

  test.each<[string, (content: Document) => void]>([
    ['in English of another country', set('site.language', 'en-GB')],
    ['that are all set', set('strings', texts)],
  ])('%s have no advice', (_, change) => {
    expect(adviceInDanish(change)).toEqual([])
  })

  test('that an owner left in another language are reported, if theirs is included', () => {
    const form = { send: en.form.send, optional: 'optional' }
    const advice = adviceAfter((content) => {
      set('site.language', 'de')(content)
      set('strings', { skip: en.skip, close: 'Zumachen', form })(content)
    })
    expect(advice).toMatchObject([
      {
        field: 'strings.skip',
        found: '"Skip to content"',
        meaning: expect.stringContaining('in English'),
      },
      {
        field: 'strings.form.send',
        action: expect.stringContaining('included translation'),
      },
    ])
  })

  function adviceInDanish(change: (content: Document) => void = () => {}) {
    return adviceAfter((content) => {
      set('site.language', 'da')(content)
      change(content)
    })
  }
})

test('a resume of more than two pages is reported if the page count is known', () => {
  const written = writtenIn(changedSample())
  const adviceFor = (resumePages?: number) =>
    lintContent(written, { now: NOW, resumePages }).filter(({ field }) => field === 'resume')
  expect(adviceFor()).toEqual([])
  expect(adviceFor(2)).toEqual([])
  expect(adviceFor(3)).toMatchObject([{ found: '3 pages' }])
})

test('a video of more than 8 MB is reported', () => {
  const video = { src: 'files/demo.webm', poster: 'images/brand.svg', alt: 'A booking' }
  const folder = changedSample(set('projects.cards.5.video', video))
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, video.src), WEBM)
  const adviceFor = (size: number) => {
    truncateSync(join(folder, video.src), size)
    const advice = lintContent(writtenIn(folder), { now: NOW })
    return advice.filter(({ field }) => field !== 'site.url')
  }
  expect(adviceFor(8_000_000)).toEqual([])
  expect(adviceFor(8_140_000)).toMatchObject([
    { field: 'projects.cards.5.video.src', found: '8.1 MB' },
  ])
})

test('a resume without a headline is reported, unless it is a custom PDF', () => {
  const fieldsAfter = (change: (content: Document) => void) =>
    adviceAfter((content) => {
      remove('person.headline')(content)
      change(content)
    }).map(({ field }) => field)
  expect(fieldsAfter(() => {})).toEqual(['person.headline'])
  expect(fieldsAfter(set('resume.customPdf', 'files/own.pdf'))).toEqual([])
})

function period(value: string) {
  return set('resume.experience.entries.0.period', value)
}

const BIO = 'about.bio.0'

function adviceOn(text: string) {
  return adviceAfter(set(BIO, text)).filter(({ field }) => field === BIO)
}

test.each([
  ['I build <b>quick</b> pages.', '"<b>"'],
  ['See <a href="https://anna.dev">my blog</a>.', '"<a href="https://anna.dev">"'],
  ['Hamburg<br>Germany', '"<br>"'],
  ['<p>One</p><p>Two</p>', '"</p>"'],
  ['Salt &amp; pepper', '"&amp;"'],
  ['5&nbsp;years', '"&nbsp;"'],
])('HTML is reported with what to write instead: %s', (text, found) => {
  const [advice, ...others] = adviceOn(text)
  expect(others).toEqual([])
  expect(advice).toMatchObject({
    found,
    meaning: expect.stringContaining('HTML'),
    action: expect.stringContaining('|-'),
  })
})

const MARKDOWN = [
  'I build **quick** pages.',
  'See [my blog](https://anna.dev).',
  'Run `npm start`.',
]

test.each([
  [MARKDOWN[0], '"**quick**"'],
  [MARKDOWN[1], '"[my blog](https://anna.dev)"'],
  [MARKDOWN[2], '"`npm start`"'],
])('Markdown in a field of plain text is reported: %s', (text, found) => {
  expect(adviceAfter(set('about.heading', text))).toMatchObject([
    { field: 'about.heading', found, meaning: expect.stringContaining('Markdown') },
  ])
})

test.each(MARKDOWN)('emphasis, strong, code and links are not reported: %s', (text) => {
  expect(adviceOn(text)).toEqual([])
})

test.each([
  ['# What I do\nPages.', '"# What I do"', 'heading', 'Delete the # signs'],
  ['I do:\n- pages\n- forms', '"- pages"', 'list', 'a highlight of its own'],
  ['I do:\n1. pages\n2. forms', '"1. pages"', 'list', 'a highlight of its own'],
  ['![My desk](desk.png)', '"![My desk](desk.png)"', 'image', 'fields for pictures'],
  ['| a | b |\n| - | - |', '"| a | b |"', 'table', 'as sentences'],
  ['Run:\n```\nnpm start\n```', '"```"', 'code block', '`code` inside a sentence'],
  ['> Quiet now.', '"> Quiet now."', 'quote', 'Delete the > signs'],
  ['One\n---\nTwo', '"---"', 'rule', 'Delete it'],
  ['~~Old~~ new', '"~~Old~~"', 'strikethrough', 'the ~ signs'],
  ['At <https://anna.dev>', '"<https://anna.dev>"', 'link', '[the text of the link]'],
])('other Markdown is reported with what to write instead: %j', (text, found, kind, action) => {
  expect(adviceOn(text)).toMatchObject([
    { found, meaning: expect.stringContaining(kind), action: expect.stringContaining(action) },
  ])
})

test.each([
  'Draws on <canvas> and in <svg>.',
  'Arrays of Promise<string>, A < B > C, a <- b',
  'Ships R&D; writes AT&T; likes 2**10 and *stars*',
  'Reads [RFC 5321](section 4) and __init__.py',
  "I'm {name}.",
  'Draws `<b>bold</b>` and `![an image](a.png)`',
  '- one dash, 1. one number, 5 > 4, a | b',
])('a text about code is not reported: %s', (text) => {
  expect(adviceOn(text)).toEqual([])
})

test('texts of every section are checked, URLs are not', () => {
  const advice = adviceAfter((content) => {
    set('services.cards.0.description', 'A <strong>good</strong> one')(content)
    set('strings.form.send', 'Send&nbsp;it')(content)
    set('projects.cards.0.projectUrl', 'https://maja.dev/?a=1&amp;b=2')(content)
  })
  const fields = advice.filter(({ meaning }) => meaning.includes('HTML'))
  expect(fields.map(({ field }) => field)).toEqual([
    'services.cards.0.description',
    'strings.form.send',
  ])
})

test('a script of another service is reported with its host', () => {
  const src = 'https://stats.example.com/count.js'
  const advice = adviceAfter(set('site.scripts', [{ src }]))
  expect(advice.filter(({ field }) => field.startsWith('site.scripts'))).toMatchObject([
    {
      field: 'site.scripts.0.src',
      found: `"${src}"`,
      meaning: expect.stringContaining('stats.example.com gets their network addresses'),
      action: expect.stringContaining('Name stats.example.com in your privacy notice'),
    },
  ])
})
