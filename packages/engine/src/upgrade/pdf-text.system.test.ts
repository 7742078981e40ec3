import { fullResume, longResume } from 'test-fixtures/full-resume.ts'
import { askPoppler } from 'test-fixtures/poppler.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { renderResumePdf } from '../exports/resume/resume-pdf.ts'
import { pdfText } from './pdf-text.ts'

const COLORS = {
  ...{ bg: '#ffffff', text: '#141b18', textMuted: '#4c5651', borderStrong: '#7a847f' },
  ...{ surface: '#f2f5f3', bgHover: '#e2eee8', onAccent: '#ffffff' },
  ...{ border: '#d5dcd8', accent: '#0b5f45', inverseBg: '#0b4030', inverseText: '#eff8f4' },
}

/** The characters without spaces, in any order: readers order and separate the lines of a page differently. */
const charactersOf = (text: string) => [...text.replace(/\s+/g, '')].sort().join('')

test.each([
  ['the sample', loadSample()],
  ['a resume in five scripts', fullResume()],
  ['a resume of several pages', longResume(12)],
])('the text of %s is that which Poppler finds', async (_, portfolio) => {
  const file = await renderResumePdf(portfolio, COLORS)
  const text = pdfText(file)
  expect(text).toContain(portfolio.person.name)
  expect(charactersOf(text)).toBe(charactersOf(askPoppler('pdftotext', file)))
})

test('a file that the engine did not make has no text', () => {
  expect(pdfText(Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj'))).toBe('')
})
