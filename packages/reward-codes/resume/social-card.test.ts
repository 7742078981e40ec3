import sharp from 'sharp'
import { askPoppler } from 'test-fixtures/poppler.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { describe, expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { LOOKS } from '../content/schema/looks.ts'
import { openSocialCard, PATTERN, renderSocialCard } from './social-card.ts'

const COLORS = {
  bg: '#ffffff',
  text: '#000000',
  textMuted: '#555555',
  inverseBg: '#003300',
  inverseText: '#eeeeee',
}
const { width, height } = PATTERN
const RED = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f00"/></svg>`
const PICTURES = { brand: undefined, pattern: RED }

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
    renderSocialCard(it, COLORS, { brand: undefined, pattern: RED }),
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
    const card = await renderSocialCard(portfolio, COLORS, { brand, pattern: RED })
    expect(await coloursIn(card, left + 2, 74, 44, 44)).toEqual(new Set(['aa0000']))
    expect(await coloursIn(card, pattern, 0, 360, 500)).toEqual(new Set(['ff0000']))
  }
})
