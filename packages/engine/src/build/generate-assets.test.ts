import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySampleContent, loadSample } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadPortfolio } from '../content/load.ts'
import { parseRichText, plainText } from '../content/rich-text.ts'
import { readOwnParts } from '../parts/own-parts.ts'
import { generateAssets } from './generate-assets.ts'
import type { LoadedContent } from './load-content.ts'

let folder: string
const warnings: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-from-'))
  copySampleContent(folder)
  warnings.length = 0
})

afterEach(() => rmSync(folder, { recursive: true }))

test('the resume is generated from the content, in the colours of its theme', async () => {
  const green = await resumeOf(loadSample())
  expect(green.toString('latin1', 0, 5)).toBe('%PDF-')
  writeFileSync(join(folder, 'theme.css'), ':root { --hue: 20; }')
  expect((await resumeOf(loadSample())).equals(green)).toBe(false)
})

test("the owner's PDF is copied unchanged to the configured file name", async () => {
  const { resume, ...portfolio } = loadSample()
  if (!resume) throw new Error('The sample has no resume.')
  const bytes = Buffer.from('%PDF-1.4\n\xff\xfe', 'latin1')
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files/mine.pdf'), bytes)
  const own = { ...portfolio, resume: { ...resume, file: 'files/mine.pdf' } }
  expect((await resumeOf(own)).equals(bytes)).toBe(true)
})

test('the page has typographic quotes, and files for programs have the characters of the owner', async () => {
  const bio = [parseRichText(`It's *"quick"*.`)]
  const about = { menuLabel: 'About', heading: "It's me", figures: [], bio }
  const { portfolio, files } = await generate({ ...loadSample(), about })
  expect(portfolio.about?.heading).toBe('It’s me')
  expect(portfolio.about?.bio.map(plainText)).toEqual(['It’s “quick”.'])
  const resume = files.find(({ path }) => path === '/resume.json')
  expect(JSON.parse(String(resume?.body)).basics.summary).toBe(`It's "quick".`)
})

function generate(portfolio: LoadedContent['portfolio']) {
  const { parts } = readOwnParts()
  const loaded = loadPortfolio(folder, 'schema')
  if (!loaded.ok) throw new Error('The sample is invalid.')
  const { source } = loaded
  const report = () => {}
  return generateAssets({ portfolio, parts, source }, folder, {
    report,
    warn: (it) => warnings.push(it),
  })
}

async function resumeOf(portfolio: LoadedContent['portfolio']): Promise<Buffer> {
  const { lazyFiles } = await generate(portfolio)
  const file = lazyFiles.find(({ path }) => path === '/RewardResume.pdf')
  return Buffer.from((await file?.read()) ?? '')
}
