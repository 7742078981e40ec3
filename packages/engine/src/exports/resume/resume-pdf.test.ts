import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { fullResume, longResume } from '../../../tests/fixtures/full-resume.ts'
import { findUaFaults } from '../../../tests/fixtures/pdf-ua.ts'
import { askPoppler } from '../../../tests/fixtures/poppler.ts'
import { loadSample } from '../../../tests/fixtures/sample-content.ts'
import type { Portfolio } from '../../content/schema.ts'
import { makeResumePdf } from './make-resume.ts'

const COLOURS = {
  paper: '#ffffff',
  ink: '#141b18',
  soft: '#4c5651',
  control: '#7a847f',
  rule: '#d5dcd8',
  accent: '#0b5f45',
  band: '#0b4030',
  onBand: '#eff8f4',
}

async function make(portfolio: Portfolio): Promise<Buffer> {
  return (await makeResumePdf(portfolio, COLOURS)).bytes
}

async function readText(portfolio: Portfolio): Promise<string> {
  return askPoppler('pdftotext', await make(portfolio)).replace(/\s+/g, ' ')
}

test('the sample is one page of A4, and one of Letter if asked', async () => {
  const sample = loadSample()
  const made = await makeResumePdf(sample, COLOURS)
  expect(made.pages).toBe(1)
  const info = askPoppler('pdfinfo', made.bytes)
  expect(info).toMatch(/^Pages: +1$/m)
  expect(info).toMatch(/^Page size: +595\.28 x 841\.89 pts \(A4\)$/m)
  if (!sample.resume) throw new Error('The sample has no resume.')
  const onLetter = await make({ ...sample, resume: { ...sample.resume, paper: 'Letter' } })
  expect(askPoppler('pdfinfo', onLetter)).toMatch(/^Page size: +612 x 792 pts \(letter\)$/m)
  expect(askPoppler('pdfinfo', onLetter)).toMatch(/^Pages: +1$/m)
})

test('the same content gives the same bytes, whatever was made in between', async () => {
  const first = await make(loadSample())
  await make(fullResume())
  expect((await make(loadSample())).equals(first)).toBe(true)
})

test('it says whose it is, in which language, and that it is tagged', async () => {
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

test('every field is in the text, in order and letter by letter', async () => {
  const text = await readText(fullResume())
  const expected = [
    'Maja Zielińska Full-Stack Developer & Officer',
    'Kraków, Poland · maja@example.com · +48 22 123 45 67 · maja.example.com',
    'linkedin.com/in/maja-zielinska-example · github.com/reward-codes-example',
    'I am a full-stack developer. I build websites',
    'explain what I do in words that need no translation.',
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

test('dates stand in the line of their role', async () => {
  const lines = askPoppler('pdftotext', await make(loadSample())).split('\n')
  expect(lines).toContain('Freelance Full-Stack Developer, Reward Codes · Mar 2025 – present')
  expect(lines).toContain('Web Development Intern, Open Maps Office · Jun 2021 – Sep 2021')
})

test('the structure says what is a heading, a list and a link', async () => {
  const structure = askPoppler('pdfinfo', await make(fullResume()), ['-struct-text'])
  expect(structure).toMatch(/^Document\n {2}H1 \(block\)\n {4}"Maja Zielińska"/)
  expect(structure).toMatch(/H2 \(block\)\n +"Experience"\n +H3 \(block\)\n +"Officer of Efficient/)
  expect(structure).toMatch(/ L \(block\):\n.*Disc\n +LI \(block\)\n +Lbl \(block\)\n +"• "\n/)
  expect(structure).toMatch(/Link \(inline\)\n +"Fluffy Files & Söhne"\n +Object/)
})

test('links lead to mail, telephone, profiles, employers and projects', async () => {
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

test('all fonts are embedded, cut down, and say which letters they draw', async () => {
  const rows = askPoppler('pdffonts', await make(fullResume()))
    .trim()
    .split('\n')
    .slice(2)
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows) expect(row).toMatch(/CID TrueType +Identity-H +yes yes yes/)
})

test('no more than six projects are shown', async () => {
  const { projects, ...portfolio } = loadSample()
  const [first, ...rest] = projects?.cards ?? []
  if (!projects || !first) throw new Error('The sample has no projects.')
  const cards = [first, ...rest, { ...first, title: 'A Seventh Project' }]
  expect(await readText({ ...portfolio, projects: { ...projects, cards } })).not.toContain(
    'Seventh',
  )
})

describe('a long resume', () => {
  test('has a foot with name and number on each of its pages', async () => {
    const made = await makeResumePdf(longResume(25), COLOURS)
    expect(made.pages).toBeGreaterThan(2)
    const pages = askPoppler('pdftotext', made.bytes).split('\f').slice(0, -1)
    expect(pages).toHaveLength(made.pages)
    pages.forEach((page, place) => {
      expect(page).toContain('Maja Zielińska')
      expect(page).toContain(`Page ${place + 1} of ${made.pages}`)
    })
  })
})

describe('of what a program can see of PDF/UA-1, nothing is missing', () => {
  test.each([
    ['the sample', loadSample()],
    ['a resume of everything', fullResume()],
    ['a long resume', longResume(25)],
    ['a name with signs of XML', withName('Ada <Byron> & Sons')],
    ['words that no line can hold', withName('Donaudampfschifffahrts'.repeat(20))],
  ])('in %s', async (_, portfolio) => {
    expect(await findUaFaults(await make(portfolio))).toEqual([])
  })

  test('which a file without tags does not pass', async () => {
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
