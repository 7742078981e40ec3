import PDFDocument from 'pdfkit'
import { fullResume, longResume } from 'test-fixtures/full-resume.ts'
import { findUaFaults } from 'test-fixtures/pdf-ua.ts'
import { askPoppler } from 'test-fixtures/poppler.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { describe, expect, test } from 'vitest'
import { readPeriod } from '../../content/resolve.ts'
import { parseRichText } from '../../content/rich-text.ts'
import type { Portfolio } from '../../content/schema.ts'
import { countResumePages, renderResumePdf } from './resume-pdf.ts'

const COLORS = {
  bg: '#ffffff',
  surface: '#f2f5f3',
  bgHover: '#e2eee8',
  text: '#141b18',
  textMuted: '#4c5651',
  borderStrong: '#7a847f',
  border: '#d5dcd8',
  accent: '#0b5f45',
  onAccent: '#ffffff',
  inverseBg: '#0b4030',
  inverseText: '#eff8f4',
}

function make(portfolio: Portfolio): Promise<Buffer> {
  return renderResumePdf(portfolio, COLORS)
}

async function readText(portfolio: Portfolio): Promise<string> {
  return askPoppler('pdftotext', await make(portfolio)).replace(/\s+/g, ' ')
}

test('the sample is one page on A4 and on Letter', async () => {
  const sample = loadSample()
  expect(countResumePages(sample)).toBe(1)
  const info = askPoppler('pdfinfo', await make(sample))
  expect(info).toMatch(/^Pages: +1$/m)
  expect(info).toMatch(/^Page size: +595\.28 x 841\.89 pts \(A4\)$/m)
  if (!sample.resume) throw new Error('The sample has no resume.')
  const onLetter = await make({ ...sample, resume: { ...sample.resume, paper: 'Letter' } })
  expect(askPoppler('pdfinfo', onLetter)).toMatch(/^Page size: +612 x 792 pts \(letter\)$/m)
  expect(askPoppler('pdfinfo', onLetter)).toMatch(/^Pages: +1$/m)
})

test('equal content gives equal bytes, whatever is rendered in between', async () => {
  const first = await make(loadSample())
  await make(fullResume())
  expect((await make(loadSample())).equals(first)).toBe(true)
})

test('the PDF date is the newest past date of the content', async () => {
  const sample = { ...loadSample(), footer: parseRichText('© {name}') }
  const dateOf = async (portfolio: Portfolio) => {
    const info = askPoppler('pdfinfo', await make(portfolio), ['-rawdates'])
    return /^CreationDate: +(\S+)$/m.exec(info)?.[1]
  }
  expect(await dateOf(sample)).toBe('D:20250301000000Z')
  expect(await dateOf({ ...sample, footer: parseRichText('© 2019–2026 {name}') })).toBe(
    'D:20260101000000Z',
  )
  const period = readPeriod('2025-10 – 2027-09', 'en', '')
  const education = { heading: 'Education', entries: [{ course: 'MSc', school: 'School', period }] }
  expect(await dateOf({ ...fullResume({ education }), footer: parseRichText('') })).toBe(
    'D:20251001000000Z',
  )
  const experience = {
    heading: 'Experience',
    entries: [{ course: 'Contract', school: 'Company', period }],
  }
  const working = fullResume({ education, experience, volunteering: experience })
  expect(await dateOf({ ...working, footer: parseRichText('') })).toBe('D:20251001000000Z')
  const date = { label: 'Feb 2026', iso: '2026-02-28' }
  const awards = { heading: 'Awards', entries: [{ title: 'Prize', date }] }
  expect(await dateOf({ ...fullResume({ awards }), footer: parseRichText('') })).toBe(
    'D:20260228000000Z',
  )
  const { resume: _, ...undated } = sample
  expect(await dateOf(undated)).not.toContain('1970')
})

test('the PDF has title, author, language and a tagged structure', async () => {
  const portfolio = fullResume()
  const polish = { ...portfolio, site: { ...portfolio.site, language: 'pl' } }
  const bytes = await make(polish)
  const info = askPoppler('pdfinfo', bytes)
  expect(info).toMatch(/^Title: +Maja Zielińska – Resume$/m)
  expect(info).toMatch(/^Author: +Maja Zielińska$/m)
  expect(info).toMatch(/^Subject: +Maja Zielińska builds fast, accessible websites/m)
  expect(info).toMatch(/^Tagged: +yes$/m)
  expect(bytes.toString('latin1')).toContain('/Lang (pl)')
})

test('the extracted text contains every field, in order and letter by letter', async () => {
  const text = await readText(fullResume())
  const expected = [
    'Maja Zielińska Full-Stack Developer & Officer',
    'Kraków, Poland · maja@example.com · +48 22 123 45 67 · maja.example.com',
    'linkedin.com/in/maja-zielinska-example · github.com/reward-codes-example',
    'I am a full-stack developer. I build websites',
    'the tests that keep both honest.',
    'Experience Officer of Efficient Workflows, Offline First, Fluffy Files & Söhne, Łódź · Mar 2021 – present',
    'Affixed ffi, ffl, fi and fl to five difficult flags.',
    '• Cut waiting to ≤ 4 s → 30 % less. • Reached ≥ 95 % for 120 €. • Led a team.',
    'Education BSc, University',
    'Portfolio Harbour Bookings · harbour-bookings.example.com Berth booking for a marina.',
    'Choir Library (work in progress) · example.com Sheet music',
    'My Skills React: Main tool; Next.js, Remix',
    'Languages Українська: native · Ελληνικά · Việt',
    'Certificates Certified Firefighter, Institute of Flow · May 2024 · For the final of a half-marathon.',
    'Awards First Prize',
    'Publications A Book, A Press',
    'Volunteering Cook, Soup',
  ]
  let after = 0
  for (const words of expected) {
    const at = text.indexOf(words, after)
    expect.soft(at, `"${words}" after "${text.slice(after, after + 40)}"`).toBeGreaterThanOrEqual(0)
    after = Math.max(at, after)
  }
})

test('in French, the colon after a skill has a space before it', async () => {
  const sample = loadSample()
  const french = { ...sample, site: { ...sample.site, language: 'fr' } }
  expect(await readText(sample)).toContain('HTML: Every day')
  expect(await readText(french)).toContain('HTML : Every day')
})

test('a missing place is omitted', async () => {
  const { hero, person, ...others } = loadSample()
  const { place: _, ...placeless } = hero
  const portfolio = { ...others, hero: placeless, person: { ...person, place: '' } }
  expect(await readText(portfolio)).toContain('Full-Stack Web Developer maja@example.com ·')
})

test('line breaks of the content are kept', async () => {
  const portfolio = fullResume()
  const [entry] = portfolio.resume?.experience?.entries ?? []
  if (!entry) throw new Error('The resume has no experience.')
  entry.description = parseRichText('Three results:\n\n– Quicker  pages\n– Fewer calls')
  const bio = [parseRichText('One line.\nAnother line.')]
  portfolio.about = { menuLabel: 'A', heading: 'A', figures: [], bio }
  const lines = askPoppler('pdftotext', await make(portfolio))
    .split('\n')
    .map((line) => line.trim())
  for (const line of ['One line.', 'Another line.', '– Quicker pages', '– Fewer calls']) {
    expect(lines).toContain(line)
  }
})

test('dates are in the line of their role', async () => {
  const lines = askPoppler('pdftotext', await make(loadSample())).split('\n')
  expect(lines).toContain('Freelance Full-Stack Developer, Reward Codes · Mar 2025 – present')
  expect(lines).toContain('Web Development Intern, Open Maps Office · Jun 2021 – Sep 2021')
})

test('the structure tree has headings, lists and links', async () => {
  const structure = askPoppler('pdfinfo', await make(fullResume()), ['-struct-text'])
  expect(structure).toMatch(/^Document\n {2}H1 \(block\)\n {4}"Maja Zielińska"/)
  expect(structure).toMatch(/H2 \(block\)\n +"Experience"\n +H3 \(block\)\n +"Officer of Efficient/)
  expect(structure).toMatch(/ L \(block\):\n.*Disc\n +LI \(block\)\n +Lbl \(block\)\n +"• "\n/)
  expect(structure).toMatch(/Link \(inline\)\n +"Fluffy Files & Söhne"\n +Object/)
})

test('links to email, telephone, profiles, employers and projects', async () => {
  const links = askPoppler('pdfinfo', await make(fullResume()), ['-url'])
  for (const url of [
    'mailto:maja@example.com',
    'tel:+48221234567',
    'https://maja.example.com/',
    'https://www.linkedin.com/in/maja-zielinska-example',
    'https://fluffy.example.com/',
    'https://harbour-bookings.example.com/',
    'https://flow.example.com/certificate',
  ]) {
    expect.soft(links).toMatch(new RegExp(`Annotation +${url.replace(/[.+]/g, '\\$&')}$`, 'm'))
  }
})

test('all fonts are embedded, subset and mapped to Unicode', async () => {
  const rows = askPoppler('pdffonts', await make(fullResume()))
    .trim()
    .split('\n')
    .slice(2)
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows) expect(row).toMatch(/CID TrueType +Identity-H +yes yes yes/)
})

test('at most six projects are shown', async () => {
  const { projects, ...portfolio } = loadSample()
  const [first, ...rest] = projects?.cards ?? []
  if (!projects || !first) throw new Error('The sample has no projects.')
  const cards = [first, ...rest, { ...first, title: 'A Seventh Project' }]
  expect(await readText({ ...portfolio, projects: { ...projects, cards } })).not.toContain(
    'Seventh',
  )
})

describe('a long resume', () => {
  test('has a footer with name and page number on each page', async () => {
    const count = countResumePages(longResume(25))
    expect(count).toBeGreaterThan(2)
    const pages = askPoppler('pdftotext', await make(longResume(25)))
      .split('\f')
      .slice(0, -1)
    expect(pages).toHaveLength(count)
    pages.forEach((page, place) => {
      expect(page).toContain('Maja Zielińska')
      expect(page).toContain(`Page ${place + 1} of ${count}`)
    })
  })
})

describe('passes the automated checks of PDF/UA-1', () => {
  test.each([
    ['the sample', loadSample()],
    ['a resume with every field', fullResume()],
    ['a long resume', longResume(25)],
    ['a name with XML characters', withName('Ada <Byron> & Sons')],
    ['words wider than a line', withName('Donaudampfschifffahrts'.repeat(20))],
  ])('in %s', async (_, portfolio) => {
    expect(await findUaFaults(await make(portfolio))).toEqual([])
  })

  test('a file without tags fails the checks', async () => {
    expect(await findUaFaults(await plainPdf({}))).toEqual(['no structure tree'])
    expect(await findUaFaults(await plainPdf({ tagged: true, subset: 'PDF/UA' }))).toEqual(
      expect.arrayContaining(['no language', 'TJ is neither tagged nor an artifact']),
    )
  })
})

function withName(name: string): Portfolio {
  const sample = loadSample()
  return { ...sample, person: { ...sample.person, name } }
}

function plainPdf(options: object): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion: '1.7', ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.text('Words without a tag.').end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}

test('emphasis and strong have faces of their own, and links are tagged annotations', async () => {
  const portfolio = fullResume()
  const text =
    '*Slanted*, **strong**, `code`, [a *link*](https://link.example.com) and [more](#portfolio)'
  portfolio.about = { menuLabel: 'A', heading: 'A', figures: [], bio: [parseRichText(text)] }
  const bytes = await make(portfolio)
  const fonts = askPoppler('pdffonts', bytes)
  expect(fonts).toContain('InstrumentSans-Italic')
  expect(askPoppler('pdffonts', await make(fullResume()))).not.toContain('InstrumentSans-Italic')
  expect(await readText(portfolio)).toContain('Slanted, strong, code, a link and more')
  const structure = askPoppler('pdfinfo', bytes, ['-struct-text'])
  expect(structure).toMatch(/Link \(inline\)\n +"a link"\n/)
  const links = askPoppler('pdfinfo', bytes, ['-url'])
  expect(links).toContain('https://link.example.com/')
  expect(links).toContain('https://maja.example.com/#portfolio')
  expect(await findUaFaults(bytes)).toEqual([])
})
