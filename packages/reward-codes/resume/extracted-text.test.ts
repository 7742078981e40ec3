import { cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mammoth from 'mammoth'
import { changedSample, loadedFrom } from 'test-fixtures/change-content.ts'
import { IN_POLISH, PERSONS } from 'test-fixtures/folders.ts'
import { COLORS } from 'test-fixtures/full-resume.ts'
import { askPoppler } from 'test-fixtures/programs.ts'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { load } from '../content/load.ts'
import type { Entry, Portfolio } from '../content/portfolio.ts'
import { plainText } from '../content/rich-text.ts'
import { positionsIn } from '../content/tenures.ts'
import { renderPlainText } from './plain-text.ts'
import { renderResumePdf } from './resume-pdf.ts'
import { renderWord } from './word.ts'

// What a person sends to an employer, a program often reads first.

const PROGRAMS = {
  Poppler: async (resume: Portfolio) => askPoppler('pdftotext', pdfOf(resume)),
  'PDF.js': async (resume: Portfolio) =>
    (await extractText(new Uint8Array(pdfOf(resume)), { mergePages: true })).text,
  Mammoth: async (resume: Portfolio) =>
    (await mammoth.extractRawText({ buffer: renderWord(resume) })).value,
  'A reader of plain text': async (resume: Portfolio) => renderPlainText(resume),
}
type Program = keyof typeof PROGRAMS

function pdfOf(resume: Portfolio): Buffer {
  return renderResumePdf(resume, { colors: COLORS, folder: tmpdir() }).pdf
}

/** Languages with the content of a person who writes in them. */
const WRITTEN = ['ar', 'de', 'ja', 'zh-Hans']
const LANGUAGES = ['en', 'pl', ...WRITTEN]

async function loadIn(language: string): Promise<Portfolio> {
  const folder = changedSample()
  if (WRITTEN.includes(language)) {
    cpSync(join(PERSONS, `${language}.yaml`), join(folder, 'portfolio.yaml'))
  }
  if (language !== 'pl') return (await loadedFrom(folder)).portfolio
  cpSync(join(IN_POLISH, 'content'), folder, { recursive: true })
  const loaded = await load(folder, { language })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return loaded.portfolio
}

/** Without spaces, hyphens at line ends, controls, commas and the optional marks of Arabic. */
function plain(text: string): string {
  return (
    text
      .replace(/[\u00ad-]\n/g, '')
      .replace(/[\s\p{Cf}\u064b-\u0652،]/gu, '')
      // Both programs reverse the one glyph of lam and alef.
      .replaceAll('لا', 'ال')
  )
}

const ARABIC = /\p{Script=Arabic}/u

/** PDF.js has the words of an Arabic line from the left. */
function asRead(text: string, program: Program): string {
  const isReversed = program === 'PDF.js' && ARABIC.test(text)
  return plain(isReversed ? text.split(' ').toReversed().join('') : text)
}

/** Role, employer and dates. Poppler puts the dash of an Arabic period before its year. */
function factsOf({ course, school, period }: Entry): string[] {
  const dates = period?.label ?? ''
  return [course, school ?? '', ...(ARABIC.test(dates) ? dates.split(/[ –]+/) : [dates])]
}

describe.each(Object.keys(PROGRAMS) as Program[])('%s reads', (program) => {
  test.each(LANGUAGES)('who, what, where and when, in order, in %s', async (language) => {
    const portfolio = await loadIn(language)
    const { person, about, resume } = portfolio
    const text = plain(await PROGRAMS[program](portfolio))
    const bio = (about?.bio ?? []).map(plainText)
    const positions = positionsIn(resume?.experience) ?? []
    const education = resume?.education?.entries ?? []
    const skills = resume?.skills?.entries ?? []
    expect(Math.min(positions.length, education.length, skills.length)).toBeGreaterThan(0)

    const inOrder = [
      person.name,
      person.headline ?? '',
      // The lines of a paragraph are not known here.
      ...(program === 'PDF.js' && language === 'ar' ? [] : bio),
      ...positions.flatMap(factsOf),
      ...education.flatMap(factsOf),
      ...skills.map(({ name }) => name),
    ]
    let end = 0
    for (const expected of inOrder.map((one) => asRead(one, program))) {
      const at = text.indexOf(expected, end)
      expect(at, `${expected} in ${text.slice(end)}`).toBeGreaterThanOrEqual(0)
      end = at + expected.length
    }
    const [first] = positions
    const before = text.slice(0, text.indexOf(asRead(first?.school ?? '', program)))
    for (const contact of [person.email, person.phone, person.location?.city]) {
      if (contact) expect(before).toContain(plain(contact))
    }
  })
})
