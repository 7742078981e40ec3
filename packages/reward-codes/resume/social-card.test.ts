import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { askPoppler } from 'test-fixtures/programs.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { describe, expect, test, vi } from 'vitest'
import type { Portfolio, Project } from '../content/portfolio.ts'
import { RichText } from '../content/rich-text.ts'
import { LOOKS } from '../content/schema/looks.ts'
import {
  FIELD,
  openSocialCard,
  type Pictures,
  readSocialCard,
  renderSocialCard,
  socialCardErrors,
} from './social-card.ts'

const COLORS = {
  bg: '#ffffff',
  text: '#000000',
  textMuted: '#555555',
  inverseBg: '#003300',
  inverseText: '#eeeeee',
}
const { width, height } = FIELD
const field = await plainField('#ff0000')
const PICTURES = { brand: undefined, field }

/** A picture of one colour. */
function plainField(background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

function withPerson(name: string, headline = 'Engineer'): Portfolio {
  const sample = loadSample()
  return { ...sample, person: { ...sample.person, name, headline } }
}

/** The text of the card, with single spaces. */
function textOf(portfolio: Portfolio): string {
  const pdf = openSocialCard(portfolio, COLORS, PICTURES).pdf()
  return askPoppler('pdftotext', pdf).replaceAll('\u2060', '').replace(/\s+/g, ' ')
}

/** The colours in a part of the card. */
async function coloursIn(card: Buffer, left: number, top: number, width: number, height: number) {
  const part = sharp(card).extract({ left, top, width, height }).removeAlpha().raw()
  const hex = (await part.toBuffer()).toString('hex')
  return new Set(hex.match(/.{6}/g))
}

test('it has the size of link previews, and equal content gives equal bytes', async () => {
  const [one, other] = await Promise.all([
    renderSocialCard(loadSample(), COLORS, PICTURES),
    renderSocialCard(loadSample(), COLORS, PICTURES),
  ])
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(one?.equals(other)).toBe(true)
})

test('a different name, place, address or colour gives a different card', async () => {
  const sample = loadSample()
  const variants = [
    sample,
    withPerson('Ada'),
    { ...sample, hero: { ...sample.hero, place: 'based in Łódź' } },
    { ...sample, site: { ...sample.site, url: 'https://site.test/' } },
  ]
  const cards = await Promise.all(variants.map((it) => renderSocialCard(it, COLORS, PICTURES)))
  const recolored = await renderSocialCard(sample, { ...COLORS, inverseBg: '#123456' }, PICTURES)
  expect(new Set([...cards, recolored].map((card) => card.toString('base64'))).size).toBe(5)
})

describe.each(LOOKS)('in the look %s', (look) => {
  test.each([
    'Ada',
    'Wolfgang-Alexander Featherstonehaugh-Cholmondeley',
    'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2),
    'A very long name of many words that no card of this size could ever hold in full',
    '山田太郎'.repeat(12),
  ])('the name %s leaves the margins free', async (name) => {
    const portfolio = withPerson(name, name.repeat(2))
    const site = { ...portfolio.site, look }
    const card = await renderSocialCard({ ...portfolio, site }, COLORS, PICTURES)
    const bg = new Set([COLORS.bg.slice(1)])
    expect(await coloursIn(card, 0, 0, 60, 518)).toEqual(bg)
    expect(await coloursIn(card, 790, 0, 50, 518)).toEqual(bg)
    expect(await coloursIn(card, 0, 500, 840, 16)).toEqual(bg)
    expect(await coloursIn(card, 840, 0, width, height)).toEqual(new Set(['ff0000']))
    expect((await coloursIn(card, 72, 180, 696, 300)).size).toBeGreaterThan(1)
  })
})

test.each([
  ['Jule Petersen', 'Frontend-Entwicklerin und UX-Engineerin für Barrierefreiheit'],
  ['Wolfgang-Alexander Featherstonehaugh', 'Full-Stack Engineer for public services and health'],
  ['山田太郎', 'フルスタックエンジニア'],
  ['ليلى حداد', 'مطورة ويب متكاملة'],
])('the headline of %s is complete: %s', (name, headline) => {
  const text = textOf(withPerson(name, headline))
  expect(text).toContain(name)
  expect(text.replaceAll(' ', '')).toContain(headline.replaceAll(' ', ''))
})

test('a headline that is too long for two lines is truncated after a whole word', () => {
  expect(textOf(withPerson('Ada', 'Engineer for public services '.repeat(9).trim()))).toMatch(
    / (Engineer|for|public|services)…/,
  )
  expect(textOf(withPerson('Ada', 'Engineering'.repeat(20)))).toMatch(/Engin\w*…/)
})

test('characters that no font has are left out', async () => {
  const cards = [withPerson('Anna'), withPerson('🚀 Anna')].map((it) =>
    renderSocialCard(it, COLORS, PICTURES),
  )
  const [plain, withEmoji] = await Promise.all(cards)
  expect(plain?.equals(withEmoji ?? Buffer.of())).toBe(true)
})

test('the brand image is beside the brand, and a card from right to left is mirrored', async () => {
  const ground = { width: 96, height: 96, channels: 3 as const, background: '#aa0000' }
  const brand = await sharp({ create: ground }).png().toBuffer()
  const sample = withPerson('Ada')
  for (const [language, left, pattern] of [
    ['en', 72, 840],
    ['ar', 1080, 0],
  ] as const) {
    const portfolio = { ...sample, site: { ...sample.site, language } }
    const card = await renderSocialCard(portfolio, COLORS, { brand, field })
    expect(await coloursIn(card, left + 2, 74, 44, 44)).toEqual(new Set(['aa0000']))
    expect(await coloursIn(card, pattern, 0, 360, 500)).toEqual(new Set(['ff0000']))
  }
})

describe('the card of a story', () => {
  const sample = loadSample()
  const [story] = sample.projects?.cards ?? []
  if (!story) throw new Error('The sample has no projects.')

  /** The sample with a story in place of the first one, and that. */
  function withStory(title: string, summary: string): [Portfolio, Project] {
    const changed = { ...story, title, summary: new RichText(summary, [summary]) } as Project
    const [, ...others] = sample.projects?.cards ?? []
    const { projects } = sample
    return [
      { ...sample, ...(projects && { projects: { ...projects, cards: [changed, ...others] } }) },
      changed,
    ]
  }

  test('it has the title and the summary of the story, and the name of the person', () => {
    const [portfolio, changed] = withStory('Boat Hire', 'Forty boats, and no queue at the shed.')
    const text = askPoppler(
      'pdftotext',
      openSocialCard(portfolio, COLORS, PICTURES, changed).pdf(),
    ).replace(/\s+/g, ' ')
    for (const part of ['Boat Hire', 'Forty boats, and no queue at the shed.', sample.person.name])
      expect(text).toContain(part)
    expect(text).not.toContain(sample.person.headline)
  })

  test.each([
    ['Ada', 'One sentence.'],
    [
      'Liegeplatzverwaltung der Stadt Schleswig',
      'Buchung der Liegeplätze eines Hafens. '.repeat(9),
    ],
    ['Donaudampfschifffahrtsgesellschaft'.repeat(3), 'Dampf'.repeat(80)],
    ['حجوزات الميناء', 'حجز المراسي في المرفأ. '.repeat(12)],
  ])('the title %s leaves the margins free, beside a picture and without one', async (...texts) => {
    const [portfolio, changed] = withStory(...texts)
    const bg = new Set([COLORS.bg.slice(1)])
    const beside = await renderSocialCard(portfolio, COLORS, PICTURES, changed)
    expect(await coloursIn(beside, 840, 0, width, height)).toEqual(new Set(['ff0000']))
    expect(await coloursIn(beside, 790, 0, 50, height)).toEqual(bg)
    const alone = await renderSocialCard(
      portfolio,
      COLORS,
      { brand: undefined, field: undefined },
      changed,
    )
    expect(await coloursIn(alone, 1140, 0, 60, height)).toEqual(bg)
    for (const card of [beside, alone]) {
      expect(await coloursIn(card, 0, 0, 60, height)).toEqual(bg)
      expect(await coloursIn(card, 0, 504, 840, 14)).toEqual(bg)
      expect((await coloursIn(card, 72, 180, 696, 300)).size).toBeGreaterThan(1)
    }
  })

  test('it is stored by its texts, colours and picture, and read again without drawing', async () => {
    const folder = freshFolder()
    const [portfolio, changed] = withStory('Boat Hire', 'Forty boats.')
    const [other, renamed] = withStory('Boat Hire 2', 'Forty boats.')
    const green = await plainField('#00ff00')
    const draw = vi.fn(async (files: Pictures) => files)
    const first = await readSocialCard(folder, draw, portfolio, COLORS, PICTURES, changed)
    await readSocialCard(folder, draw, other, COLORS, PICTURES, renamed)
    await readSocialCard(folder, draw, portfolio, { ...COLORS, bg: '#eeeeee' }, PICTURES, changed)
    await readSocialCard(folder, draw, portfolio, COLORS, { ...PICTURES, field: green }, changed)
    const stored = readdirSync(folder)
    expect(stored).toHaveLength(4)
    expect(stored.every((name) => name.endsWith('.png'))).toBe(true)
    for (const name of stored) writeFileSync(join(folder, name), 'stored')
    const again = await readSocialCard(folder, draw, portfolio, COLORS, PICTURES, changed)
    expect(first.length).toBeGreaterThan(1000)
    expect(again.toString()).toBe('stored')
    expect(draw).toHaveBeenCalledTimes(4)
  })

  test('a title without a font is an error at the title', () => {
    const [portfolio, changed] = withStory('ᬩᬮᬶ', 'An island.')
    expect(socialCardErrors(portfolio)).toEqual([])
    expect(socialCardErrors(portfolio, changed)).toMatchObject([
      { path: ['projects', 'cards', 0, 'title'] },
    ])
  })
})
