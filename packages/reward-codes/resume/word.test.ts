import { unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { fullResume } from 'test-fixtures/full-resume.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import type { Portfolio } from '../content/portfolio.ts'
import { parseRichText } from '../content/rich-text.ts'
import { renderPlainText } from './plain-text.ts'
import { renderWord } from './word.ts'

function partOf(portfolio: Portfolio, name: string): string {
  return Buffer.from(unzipSync(renderWord(portfolio))[name] ?? '').toString()
}

async function htmlOf(portfolio: Portfolio): Promise<string> {
  return (await mammoth.convertToHtml({ buffer: renderWord(portfolio) })).value
}

function withBio(text: string): Portfolio {
  const sample = loadSample()
  return { ...sample, about: sample.about && { ...sample.about, bio: [parseRichText(text)] } }
}

test('Word has the headings, lists and links of the resume', async () => {
  const html = await htmlOf(fullResume())
  expect(html.match(/<h1>/g)).toHaveLength(1)
  for (const part of [/<h2>Experience<\/h2>/, /<h3>.*<\/h3>/, /<ul><li>/, /<a href="mailto:/])
    expect(html).toMatch(part)
  expect(html).not.toMatch(/<table|<img/)
})

test('Word has the emphasis of a text, and links lead to the page', async () => {
  const portfolio = withBio('An *emphatic*, **strong** [link](#portfolio)\nof `a < b && c`')
  portfolio.site.url = 'https://maja.example.com/'
  expect(await htmlOf(portfolio)).toContain(
    'An <em>emphatic</em>, <strong>strong</strong> <a href="https://maja.example.com/#portfolio">link</a><br />of a &lt; b &amp;&amp; c',
  )
})

test('Word has the language, the paper and the direction of the resume', () => {
  const sample = loadSample()
  const { resume, site } = sample
  if (!resume) throw new Error('The sample has no resume.')
  const arabic: Portfolio = {
    ...sample,
    site: { ...site, language: 'ar' },
    resume: { ...resume, paper: 'Letter' },
  }
  expect(partOf(arabic, 'word/styles.xml')).toContain('<w:lang w:val="ar"')
  expect(partOf(arabic, 'word/document.xml')).toContain('<w:pgSz w:w="12240" w:h="15840"/>')
  expect(partOf(arabic, 'word/document.xml')).toContain('<w:bidi/>')
  expect(partOf(sample, 'word/document.xml')).not.toContain('<w:bidi/>')
})

test('the text of a link in Word is a run of its paragraph, as older readers expect', () => {
  const xml = partOf(fullResume(), 'word/document.xml')
  const ownRuns = xml.replace(/<w:hyperlink.*?<\/w:hyperlink>/g, '')
  for (const text of ['maja@example.com', 'Fluffy Files &#38; Söhne'])
    expect(ownRuns).toContain(`>${text}</w:t>`)
})

test('equal content gives equal bytes', () => {
  expect(renderWord(loadSample())).toEqual(renderWord(loadSample()))
})

test('plain text has 78 columns, also of letters that are as wide as two', () => {
  const text = renderPlainText(withBio(`${'word '.repeat(40)}${'書籍。'.repeat(40)}`))
  const widths = text.split('\n').map((line) => line.replace(/[\u3000-\u9fff]/g, '  ').length)
  expect(Math.max(...widths)).toBeLessThanOrEqual(78)
  expect(Math.max(...widths)).toBeGreaterThan(74)
  expect(text).not.toMatch(/^。/m)
})

test('plain text shows where a link leads', () => {
  const text = renderPlainText(withBio('See [my work](https://example.com/work).'))
  expect(text).toContain('See my work (https://example.com/work).')
  expect(text).toContain('hello@example.com ·')
})
