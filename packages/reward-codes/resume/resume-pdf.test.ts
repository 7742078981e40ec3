import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COLORS, fullResume, longResume } from 'test-fixtures/full-resume.ts'
import { askPoppler } from 'test-fixtures/programs.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readPeriod } from '../content/dates.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { parseRichText } from '../content/rich-text.ts'
import { positionsIn } from '../content/tenures.ts'
import { UserError } from '../user-error.ts'
import { renderResumePdf, resumeErrors, resumePackages } from './resume-pdf.ts'

const OWN_FONTS = /^[A-Z]{6}\+(InstrumentSans|Inter|NotoSansJP|NotoSansSC|Vazirmatn)-/
const SOFT_HYPHEN = '\u00ad'

function make(portfolio: Portfolio, colors = COLORS): Buffer {
  return renderResumePdf(portfolio, { colors, folder: tmpdir() }).pdf
}

function linesOf(portfolio: Portfolio): string[] {
  return askPoppler('pdftotext', make(portfolio))
    .split('\n')
    .map((line) => line.trim())
}

/** The text on one line, without the hyphens at line ends. */
function readText(portfolio: Portfolio): string {
  return linesOf(portfolio).join(' ').replaceAll(`${SOFT_HYPHEN} `, '').replace(/\s+/g, ' ')
}

function pagesOf(bytes: Buffer): number {
  return Number(/^Pages: +(\d+)$/m.exec(askPoppler('pdfinfo', bytes))?.[1])
}

function fontsOf(bytes: Buffer): string[] {
  return askPoppler('pdffonts', bytes).trim().split('\n').slice(2)
}

function withName(name: string, language = 'en'): Portfolio {
  const sample = loadSample()
  const person = { ...sample.person, name }
  return { ...sample, person, site: { ...sample.site, language } }
}

function withBio(...texts: string[]): Portfolio {
  const about = { menuLabel: 'A', heading: 'A', figures: [], bio: texts.map(parseRichText) }
  return { ...fullResume(), about }
}

test('the sample is one page on A4 and on Letter', () => {
  const sample = loadSample()
  const info = askPoppler('pdfinfo', make(sample))
  expect(info).toMatch(/^Pages: +1$/m)
  expect(info).toMatch(/^Page size: +595\.28 x 841\.89 pts \(A4\)$/m)
  if (!sample.resume) throw new Error('The sample has no resume.')
  const onLetter = make({ ...sample, resume: { ...sample.resume, paper: 'Letter' } })
  expect(askPoppler('pdfinfo', onLetter)).toMatch(/^Page size: +612 x 792 pts \(letter\)$/m)
  expect(pagesOf(onLetter)).toBe(1)
})

test('equal content gives equal bytes, whatever is rendered in between, and other colours other bytes', () => {
  const first = make(loadSample())
  make(fullResume())
  expect(make(loadSample()).equals(first)).toBe(true)
  expect(make(loadSample(), { ...COLORS, accent: '#000080' }).equals(first)).toBe(false)
})

test('the PDF has title, author, language and a tagged structure', () => {
  const portfolio = fullResume()
  const bytes = make({ ...portfolio, site: { ...portfolio.site, language: 'pl' } })
  const info = askPoppler('pdfinfo', bytes)
  expect(info).toMatch(/^Title: +Maja Zielińska – Resume$/m)
  expect(info).toMatch(/^Author: +Maja Zielińska$/m)
  expect(info).toMatch(/^Subject: +Maja Zielińska builds fast, accessible websites/m)
  expect(info).toMatch(/^Tagged: +yes$/m)
  // Equal content gives equal bytes, also tomorrow.
  expect(info).not.toMatch(/Date:/)
  expect(bytes.toString('latin1')).toContain('/Lang (pl)')
})

test('the extracted text contains every field, in order and letter by letter', () => {
  const text = readText(fullResume())
  const expected = [
    'Maja Zielińska Full-Stack Developer & Officer',
    'Kraków, Poland · maja@example.com · +48 22 123 45 67 · maja.example.com',
    'linkedin.com/in/maja-zielinska-example · github.com/reward-codes-example',
    'I am a full-stack developer. I build websites',
    'features that nobody can name a user for.',
    'Experience Officer of Efficient Workflows, Offline First, Fluffy Files & Söhne, Łódź · Mar 2021 – present',
    'Affixed ffi, ffl, fi and fl to five difficult flags.',
    '• Cut waiting to ≤ 4 s → 30 % less. • Reached ≥ 95 % for 120 €. • Led a team.',
    'Education BSc, University',
    'Portfolio Bakery Orders · bakery-orders.example.com Orders for three bakeries',
    'Harbour Bookings · harbour-bookings.example.com Berth booking for a marina.',
    'Choir Library (work in progress) · example.com Sheet music',
    'My Skills React: Main tool; Next.js, Remix',
    'Languages Українська: native · Ελληνικά · Việt',
    'Certificates Certified Firefighter, Institute of Flow · May 2024 For the final of a half-marathon.',
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

test('in French, the colon after a skill has a space before it', () => {
  const sample = loadSample()
  const french = { ...sample, site: { ...sample.site, language: 'fr' } }
  expect(readText(sample)).toContain('HTML: Every day')
  expect(readText(french)).toContain('HTML : Every day')
})

test('a missing place is omitted', () => {
  const { hero, person, ...others } = loadSample()
  const { place: _, ...placeless } = hero
  const portfolio = { ...others, hero: placeless, person: { ...person, place: '' } }
  expect(readText(portfolio)).toContain('Full-Stack Web Developer hello@example.com ·')
})

test('line breaks of the content are kept, and spaces are single', () => {
  const portfolio = withBio('One line.\nAnother line.\n')
  const [entry] = positionsIn(portfolio.resume?.experience) ?? []
  if (!entry) throw new Error('The resume has no experience.')
  entry.description = parseRichText('Three results:\n\n– Quicker  pages\n– Fewer calls')
  const lines = linesOf(portfolio)
  for (const line of ['One line.', 'Another line.', '– Quicker pages', '– Fewer calls']) {
    expect(lines).toContain(line)
  }
})

test('dates are in the line of their role, without a dot where they begin a line', () => {
  const lines = linesOf(loadSample())
  expect(lines).toContain('Freelance Full-Stack Developer, Reward Codes · Mar 2025 – present')
  expect(lines).toContain('Web Development Intern, Open Maps Office · Jun 2021 – Sep 2021')
  const period = readPeriod('2025-03 – present', 'en', 'present')
  const school = 'An employer whose name is long enough for the rest of the line'
  const experience = {
    heading: 'Experience',
    entries: [{ positions: [{ course: 'Freelance Full-Stack Developer', school, period }] }],
  }
  expect(linesOf(fullResume({ experience }))).toContain('Mar 2025 – present')
})

test('an entry without an employer has no comma in place of it', () => {
  const entries = [{ positions: [{ course: 'Freelance Developer', place: 'Oslo' }] }]
  const portfolio = fullResume({ experience: { heading: 'Experience', entries } })
  expect(readText(portfolio)).toContain('Freelance Developer, Oslo')
})

test('several positions at one employer are below it, with the time that they span', () => {
  const position = (course: string, dates: string, place: string) => ({
    course,
    school: 'Studio',
    place,
    url: 'https://studio.example.com',
    period: readPeriod(dates, 'en', 'present'),
  })
  const span = '2019 – present'
  const textOf = (places: [string, string], place?: string) => {
    const [later, earlier] = places
    const positions = [
      position('Lead', '2023 – present', later),
      position('Developer', '2019 – 2023', earlier),
    ]
    const entries = [{ span, positions, ...(place && { place }) }]
    return readText(fullResume({ experience: { heading: 'Experience', entries } }))
  }
  expect(textOf(['Oslo', 'Oslo'], 'Oslo')).toContain(
    'Studio, Oslo · 2019 – present Lead · 2023 – present Developer · 2019 – 2023',
  )
  expect(textOf(['Oslo', 'Rome'])).toContain(
    'Studio · 2019 – present Lead, Oslo · 2023 – present Developer, Rome · 2019 – 2023',
  )
})

test('the structure tree has headings, lists and links', () => {
  const structure = askPoppler('pdfinfo', make(fullResume()), ['-struct-text'])
  expect(structure).toMatch(/^Document\n {2}H1 .*\n {4}"Maja Zielińska"/)
  expect(structure).toMatch(
    /H2 "Experience" .*\n +"Experience"\n(.*Object.*\n)? +H3 .*\n +"Officer of/,
  )
  expect(structure).toMatch(/ L \(block\):\n.*\n +LI \(block\)\n +Lbl \(block\)\n +"•"\n/)
  expect(structure).toMatch(
    /Link \(inline\)\n(?: +(?:Object|Span|\/).*\n)* +"Fluffy Files & Söhne"\n/,
  )
})

test('links to email, telephone, profiles, employers and projects', () => {
  const links = askPoppler('pdfinfo', make(fullResume()), ['-url'])
  for (const url of [
    'mailto:maja@example.com',
    'tel:+48221234567',
    'https://maja.example.com/',
    'https://www.linkedin.com/in/maja-zielinska-example',
    'https://fluffy.example.com/',
    'https://harbour-bookings.example.com/?',
    'https://flow.example.com/certificate',
  ]) {
    expect.soft(links).toMatch(new RegExp(`Annotation +${url.replace(/[.+]/g, '\\$&')}$`, 'm'))
  }
})

test('at most six projects are shown', () => {
  const { projects, ...portfolio } = loadSample()
  const [first, ...rest] = projects?.cards ?? []
  if (!projects || !first) throw new Error('The sample has no projects.')
  const cards = [first, ...rest, { ...first, title: 'A Seventh Project' }]
  expect(readText({ ...portfolio, projects: { ...projects, cards } })).not.toContain('Seventh')
})

test('emphasis and strong have separate cuts, and a link to a section leads to the page', () => {
  const text =
    '*Slanted*, **strong**, `code`, [a *link*](https://link.example.com) and [more](#portfolio)'
  const bytes = make(withBio(text))
  expect(fontsOf(bytes).join()).toContain('InstrumentSans-Italic')
  expect(fontsOf(make(fullResume())).join()).not.toContain('InstrumentSans-Italic')
  expect(readText(withBio(text))).toContain('Slanted, strong, code, a link and more')
  const links = askPoppler('pdfinfo', bytes, ['-url'])
  expect(links).toMatch(/https:\/\/link\.example\.com$/m)
  expect(links).toContain('https://maja.example.com/#portfolio')
})

describe('page breaks', () => {
  const counts = [9, 12, 14, 17, 20]
  let pages: string[][][] | undefined
  const readPages = () => {
    pages ??= counts.map((count) =>
      askPoppler('pdftotext', make(longResume(count)))
        .split('\f')
        .slice(0, -1)
        .map((page) => page.trim().split(/\n+/)),
    )
    return pages
  }

  test('each page has the name and the page number, and the roles are in order', () => {
    for (const [place, all] of readPages().entries()) {
      expect(all.length).toBeGreaterThan(1)
      for (const [index, page] of all.entries()) {
        expect(page.slice(-2)).toEqual(['Maja Zielińska', `Page ${index + 1} of ${all.length}`])
      }
      const roles = all.flat().flatMap((line) => /^Role (\d+),/.exec(line)?.[1] ?? [])
      expect(roles.map(Number)).toEqual(Array.from({ length: counts[place] ?? 0 }, (_, i) => i + 1))
    }
  })

  test('no page ends with a heading', () => {
    const ends = readPages().flatMap((all) => all.slice(0, -1).map((page) => page.at(-3)))
    expect(ends.length).toBeGreaterThan(counts.length)
    for (const end of ends) expect(end).not.toMatch(/^Role|^(Experience|Education|Portfolio)$/)
  })

  test('a list of results is on one page', () => {
    const starts = readPages().flatMap((all) => all.slice(1).map(([first = '']) => first))
    for (const start of starts) expect(start).not.toMatch(/^• (Reached|Led)/)
  })

  test('one page has no footer', () => {
    expect(readText(loadSample())).not.toContain('Page 1')
  })
})

// Typst fails where a document breaks the standard (the last test of this file).
describe('claims to be PDF/UA-1, with embedded fonts of the site only', () => {
  test.each([
    ['the sample', loadSample()],
    ['a resume with every field', fullResume()],
    ['a long resume', longResume(25)],
    ['a name with XML characters', withName('Ada <Byron> & Sons')],
    ['words wider than a line', withName('Donaudampfschifffahrts'.repeat(20))],
    ['emphasis', withBio('*a* **b** `c` [d *e*](https://link.example.com)')],
    ['a Japanese name on an English page', withName('山田太郎')],
    ['a Japanese page', withName('山田太郎', 'ja')],
    ['an Arabic name on an English page', withName('ليلى حداد')],
    ['an Arabic page', withName('ليلى حداد', 'ar')],
  ])('in %s', (_, portfolio) => {
    const bytes = make(portfolio)
    expect(askPoppler('pdfinfo', bytes, ['-meta'])).toContain('<pdfuaid:part>1</pdfuaid:part>')
    for (const font of fontsOf(bytes)) {
      expect(font).toMatch(OWN_FONTS)
      expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/)
    }
  })
})

describe('languages', () => {
  test('words are hyphenated by the patterns of the language', () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
    const text = `${word} `.repeat(9).trim()
    const german = { ...withBio(text), site: { ...loadSample().site, language: 'de' } }
    const ends = linesOf(german).filter((line) => line.endsWith(SOFT_HYPHEN))
    expect(ends.length).toBeGreaterThan(2)
    for (const end of ends) {
      const start = end.slice(end.lastIndexOf(' ') + 1, -1)
      // Of German words, none is broken within a syllable.
      expect(start).toMatch(
        /(?:au|naudampf|schiff|fahrts|gesell|schafts|kapi|täns|mützen|müt|ab|zei|ge|ka|Do|Donau|pi)$/,
      )
    }
    expect(readText(german)).toContain(text)
  })

  test('an Arabic name is read as written, on an English and on an Arabic page', () => {
    for (const language of ['en', 'ar']) {
      const text = readText(withName('ليلى حداد', language))
      expect(text).toContain('ليلى حداد')
      expect(text).toContain('hello@example.com')
    }
  })

  test('an Arabic page begins lines at the right', () => {
    const box = (portfolio: Portfolio) => {
      const words = askPoppler('pdftotext', make(portfolio), ['-bbox'])
      return Number(/xMax="([\d.]+)" yMax="[\d.]+">Experience</.exec(words)?.[1])
    }
    expect(box(withName('Maja', 'en'))).toBeLessThan(200)
    expect(box(withName('Maja', 'ar'))).toBeGreaterThan(500)
  })
})

test.each([
  ['יעל כהן', 'en', 'a font for Hebrew: npm install @expo-google-fonts/noto-sans-hebrew'],
  // Several languages share these characters.
  ['山田', 'zh-TW', 'a font for Chinese: npm install @expo-google-fonts/noto-sans-tc'],
  // Two scripts have one font.
  ['김金', 'ko', 'a font for Korean: npm install @expo-google-fonts/noto-sans-kr'],
  ['金', 'ko', 'a font for Korean: npm install @expo-google-fonts/noto-sans-kr'],
  ['ᏣᎳᎩ', 'en', 'another script; or set resume.file to your own PDF'],
])('the name %s in %s needs %s', (name, language, first) => {
  const [error, ...others] = resumeErrors(withName(name, language))
  expect(error).toMatchObject({ path: ['person', 'name'], found: `"${name}"` })
  expect(error?.expected.split(' or npm')[0]).toBe(first)
  expect(others).toEqual([])
})

test('no font is asked for that is installed, that no text of the PDF needs, or where no PDF is made', () => {
  const sample = loadSample()
  const { resume, ...others } = withName('김민준', 'ko')
  if (!resume) throw new Error('The sample has no resume.')
  for (const portfolio of [
    withName('山田', 'en'),
    withName('山田', 'ja'),
    { ...sample, hero: { ...sample.hero, greeting: 'שלום' } },
    { ...others, resume: { ...resume, downloads: ['docx' as const] } },
    { ...others, resume: { ...resume, file: 'files/cv.pdf' } },
    others,
  ]) {
    expect([...resumeErrors(portfolio), ...resumePackages(portfolio)]).toEqual([])
  }
  expect(resumePackages(withName('김金', 'ko'))).toEqual(['@expo-google-fonts/noto-sans-kr'])
})

test('a character that no font has is left out and reported, and the rest is complete', () => {
  const portfolio = withBio('Ship 🚀 and 👩‍💻 done.', 'Two ☃.')
  const { pdf, omitted, paths } = renderResumePdf(portfolio, {
    colors: COLORS,
    folder: tmpdir(),
  })
  const text = askPoppler('pdftotext', pdf).replace(/\s+/g, ' ')
  expect(text).toContain('Ship and done.')
  expect(text).toContain('Two .')
  expect(paths).toContainEqual(['about', 'bio', 0])
  expect(omitted).toContain('🚀')
})

describe("an owner's template", () => {
  function renderWith(template: string, fonts: string[] = []) {
    const folder = mkdtempSync(join(tmpdir(), 'reward-codes-template-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['files', 'fonts']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'files/resume.typ'), template)
    const path = join(import.meta.dirname, 'fonts')
    for (const font of fonts)
      writeFileSync(join(folder, 'fonts', font), readFileSync(join(path, font)))
    const { resume, ...portfolio } = fullResume()
    if (!resume) throw new Error('The content has no resume.')
    const own = { ...portfolio, resume: { ...resume, template: 'files/resume.typ' } }
    return renderResumePdf(own, { colors: COLORS, folder }).pdf
  }

  const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(title: data.person.name)
= #data.person.name
`

  test('gets the content, and the fonts of the resume by default', () => {
    const bytes = renderWith(
      `${TEMPLATE}#data.resume.experience.entries.first().positions.first().course`,
    )
    const text = askPoppler('pdftotext', bytes)
    expect(text).toMatch(/Maja Zielińska\s+Officer of Efficient Workflows/)
    for (const font of fontsOf(bytes)) expect(font).toMatch(OWN_FONTS)
  })

  test('may be a copy of ours', () => {
    const ours = readFileSync(join(import.meta.dirname, 'resume.typ'), 'utf8')
    expect(askPoppler('pdftotext', renderWith(ours))).toBe(
      askPoppler('pdftotext', make(fullResume())),
    )
  })

  test('uses font files in fonts/', () => {
    const template = `#set text(font: "Newsreader")\n${TEMPLATE}`
    expect(fontsOf(renderWith(template, ['Newsreader-400.ttf'])).join()).toContain('Newsreader')
    expect(() => renderWith(template)).toThrow(/unknown font family: newsreader/)
  })

  test('with a mistake is reported with file, line and column', () => {
    const error = caught(() => renderWith(`${TEMPLATE}\n#person`))
    expect(error).toBeInstanceOf(UserError)
    const { message } = error as UserError
    expect(message).toMatch(/files\/resume\.typ:5:\d+ {2}unknown variable: person/)
  })

  test('that makes no accessible PDF is reported', () => {
    expect(() => renderWith('= No title of the document')).toThrow(/missing document title/)
  })
})

function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('Expected an error.')
}
