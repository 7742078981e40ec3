import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Diagnostic } from './diagnostic.ts'
import { loadPortfolio } from './load.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-resume-'))
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('a right-to-left language', () => {
  const RIGHT_TO_LEFT: [string, string] = ['language: en', 'language: he']

  test('is rejected by name, because the resume PDF cannot be generated in it', () => {
    const [diagnostic, ...others] = diagnosticsAfter(RIGHT_TO_LEFT)
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({ field: 'site.language', line: lineOf('language: he') })
    expect(diagnostic?.found).toContain('Hebrew')
    expect(diagnostic?.expected).toMatch(/resume\.customPdf.*delete the resume section/)
  })

  test('is accepted with a custom PDF or without a resume', () => {
    change(RIGHT_TO_LEFT)
    change([
      '  fileName: RewardResume.pdf',
      '  fileName: RewardResume.pdf\n  customPdf: files/mine.pdf',
    ])
    mkdirSync(join(folder, 'files'))
    writeFileSync(join(folder, 'files/mine.pdf'), '%PDF-1.7')
    expect(loadPortfolio(folder)).toMatchObject({ ok: true })
    change([/^resume:\n(?: .*\n|\n)+/m, ''])
    expect(loadPortfolio(folder)).toMatchObject({ ok: true })
  })
})

describe('a glyph that no resume font has', () => {
  test('is reported with field, line, character and code point', () => {
    const [diagnostic, ...others] = diagnosticsAfter(['Shipped eleven', 'Shipped 🚀 eleven'])
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({
      field: 'resume.experience.entries.3.description',
      found: '"🚀" (U+1F680, emoji)',
    })
    expect(lineText(diagnostic)).toContain('Shipped 🚀')
    expect(diagnostic?.expected).toContain('resume.customPdf')
  })

  test('is reported with its script', () => {
    const [diagnostic] = diagnosticsAfter(['name: Maja Zielińska', 'name: 漢字 ไทย'])
    expect(diagnostic).toMatchObject({ field: 'person.name', line: lineOf('name: 漢字') })
    expect(diagnostic?.found).toContain('"漢" (U+6F22, Han)')
    expect(diagnostic?.found).toContain('(U+0E17, Thai)')
  })

  test('is an error of site.language if it comes from formatted dates', () => {
    const [diagnostic] = diagnosticsAfter(['language: en', 'language: ja'])
    expect(diagnostic).toMatchObject({ field: 'site.language' })
    expect(diagnostic?.found).toContain('"年" (U+5E74, Han)')
  })

  test.each([
    ['in a text that only the page shows', ['Hi There!', 'Hi 👋']],
    ['in hero.place if person.location replaces it', ['based in Poland', '🇵🇱']],
    ['without a resume', ['Shipped eleven', '🚀'], 'resume'],
  ])('is no error %s', (_, [from = '', to = ''], without = '') => {
    change([from, to])
    if (without) change([/^resume:\n(?: .*\n|\n)+/m, ''])
    expect(loadPortfolio(folder).ok).toBe(true)
  })

  test('is not found in Polish, Greek, Cyrillic or Vietnamese text, or in common symbols', () => {
    const letters = 'Zażółć gęślą jaźń, Ελλάδα, Україна, Đặng Thị, ≥ ≤ € → · – — “ ” „ … № † ½'
    expect(diagnosticsAfter(['Shipped eleven', letters])).toEqual([])
  })

  test('is not reported for decomposed accents or invisible characters', () => {
    expect(diagnosticsAfter(['Shipped eleven', 'Zielin\u0301ska soft\u00adhyphen \u200b'])).toEqual(
      [],
    )
  })
})

describe('a custom resume PDF', () => {
  test('is accepted if it is a PDF', () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    expect(diagnosticsAfter(own('files/cv.pdf'), ['Shipped eleven', '🚀'])).toEqual([])
  })

  test('is reported as missing, with its line and a suggestion', () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    const [diagnostic] = diagnosticsAfter(own('files/vc.pdf'))
    expect(diagnostic).toMatchObject({ field: 'resume.customPdf', suggestion: 'files/cv.pdf' })
    expect(diagnostic?.line).toBe(lineOf('customPdf:'))
  })

  test('is reported as missing if the case of a file or folder differs', () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    expect(diagnosticsAfter(own('files/CV.pdf'))[0]).toMatchObject({ suggestion: 'files/cv.pdf' })
    mkdirSync(join(folder, 'files/Sub'))
    addFile('Sub/cv.pdf', '%PDF-1.7\n')
    expect(diagnosticsAfter(['files/CV.pdf', 'files/sub/cv.pdf'])).toHaveLength(1)
    expect(diagnosticsAfter(['files/sub/cv.pdf', 'files/Sub/cv.pdf'])).toEqual([])
  })

  test('is rejected if it is not a PDF', () => {
    addFile('cv.pdf', '<!doctype html>')
    expect(diagnosticsAfter(own('files/cv.pdf'))[0]?.found).toContain('no %PDF- header')
    mkdirSync(join(folder, 'files/folder.pdf'))
    expect(diagnosticsAfter(['files/cv.pdf', 'files/folder.pdf'])).toHaveLength(1)
  })
})

function own(name: string): [string, string] {
  return ['  fileName: RewardResume.pdf\n', `  fileName: RewardResume.pdf\n  customPdf: ${name}\n`]
}

function addFile(name: string, text: string) {
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', name), text)
}

function change(...changes: [string | RegExp, string][]) {
  const file = join(folder, 'portfolio.yaml')
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`The sample has no "${from}" to change.`)
    text = changed
  }
  writeFileSync(file, text)
}

function diagnosticsAfter(...changes: [string, string][]): Diagnostic[] {
  change(...changes)
  const loaded = loadPortfolio(folder)
  return loaded.ok ? [] : loaded.diagnostics
}

function contentLines(): string[] {
  return readFileSync(join(folder, 'portfolio.yaml'), 'utf8').split('\n')
}

function lineOf(text: string): number {
  return contentLines().findIndex((line) => line.includes(text)) + 1
}

function lineText(diagnostic: Diagnostic | undefined): string | undefined {
  return contentLines()[(diagnostic?.line ?? 0) - 1]
}
