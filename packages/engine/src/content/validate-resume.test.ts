import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copySampleContent } from '../../tests/fixtures/sample-content.ts'
import { loadPortfolio } from './load.ts'
import type { Problem } from './problem.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-resume-'))
  copySampleContent(folder)
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('a letter that no font of the resume has', () => {
  test('is told by field, line, look and number', () => {
    const [fault, ...others] = faultsAfter(['Shipped eleven', 'Shipped 🚀 eleven'])
    expect(others).toEqual([])
    expect(fault).toMatchObject({
      field: 'resume.experience.entries.3.description',
      found: '"🚀" (U+1F680, emoji)',
    })
    expect(lineText(fault)).toContain('Shipped 🚀')
    expect(fault?.allowed).toContain('resume.own')
  })

  test('is told with the script that it belongs to', () => {
    const [fault] = faultsAfter(['name: Maja Zielińska', 'name: 漢字 ไทย'])
    expect(fault).toMatchObject({ field: 'person.name', line: lineOf('name: 漢字') })
    expect(fault?.found).toContain('"漢" (U+6F22, Han)')
    expect(fault?.found).toContain('(U+0E17, Thai)')
  })

  test('is a fault of the language where dates bring it', () => {
    const [fault] = faultsAfter(['language: en', 'language: ja'])
    expect(fault).toMatchObject({ field: 'site.language' })
    expect(fault?.found).toContain('"年" (U+5E74, Han)')
  })

  test.each([
    ['in a text that stands on the page alone', ['Hi There!', 'Hi 👋']],
    ['in a place that the location hides', ['based in Poland', '🇵🇱']],
    ['where there is no resume', ['Shipped eleven', '🚀'], 'resume'],
  ])('is none %s', (_, [from = '', to = ''], without = '') => {
    change([from, to])
    if (without) change([/^resume:\n(?: .*\n|\n)+/m, ''])
    expect(loadPortfolio(folder).ok).toBe(true)
  })

  test('is none among Polish, Greek, Cyrillic and Vietnamese letters and the usual signs', () => {
    const letters = 'Zażółć gęślą jaźń, Ελλάδα, Україна, Đặng Thị, ≥ ≤ € → · – — “ ” „ … № † ½'
    expect(faultsAfter(['Shipped eleven', letters])).toEqual([])
  })

  test('is none when it is a letter and its accent apart, or cannot be seen', () => {
    expect(faultsAfter(['Shipped eleven', 'Zielin\u0301ska soft\u00adhyphen \u200b'])).toEqual([])
  })
})

describe('a resume of your own', () => {
  test('is taken where it is a PDF', () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    expect(faultsAfter(own('files/cv.pdf'), ['Shipped eleven', '🚀'])).toEqual([])
  })

  test('is missing, and told with line and nearest name', () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    const [fault] = faultsAfter(own('files/vc.pdf'))
    expect(fault).toMatchObject({ field: 'resume.own', suggestion: 'files/cv.pdf' })
    expect(fault?.line).toBe(lineOf('own:'))
  })

  test('is missing where the letter case of file or folder is another', () => {
    addFile('cv.pdf', '%PDF-1.7\n')
    expect(faultsAfter(own('files/CV.pdf'))[0]).toMatchObject({ suggestion: 'files/cv.pdf' })
    mkdirSync(join(folder, 'files/Sub'))
    addFile('Sub/cv.pdf', '%PDF-1.7\n')
    expect(faultsAfter(['files/CV.pdf', 'files/sub/cv.pdf'])).toHaveLength(1)
    expect(faultsAfter(['files/sub/cv.pdf', 'files/Sub/cv.pdf'])).toEqual([])
  })

  test('is refused where it is no PDF', () => {
    addFile('cv.pdf', '<!doctype html>')
    expect(faultsAfter(own('files/cv.pdf'))[0]?.found).toContain('does not begin with %PDF-')
    mkdirSync(join(folder, 'files/folder.pdf'))
    expect(faultsAfter(['files/cv.pdf', 'files/folder.pdf'])).toHaveLength(1)
  })
})

function own(name: string): [string, string] {
  return ['  file: RewardResume.pdf\n', `  file: RewardResume.pdf\n  own: ${name}\n`]
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

function faultsAfter(...changes: [string, string][]): Problem[] {
  change(...changes)
  const loaded = loadPortfolio(folder)
  return loaded.ok ? [] : loaded.problems
}

function contentLines(): string[] {
  return readFileSync(join(folder, 'portfolio.yaml'), 'utf8').split('\n')
}

function lineOf(text: string): number {
  return contentLines().findIndex((line) => line.includes(text)) + 1
}

function lineText(fault: Problem | undefined): string | undefined {
  return contentLines()[(fault?.line ?? 0) - 1]
}
