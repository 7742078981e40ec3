import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copyOwner } from 'test-fixtures/owner-project.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { FORMAT } from '../content/format.ts'
import { checkPortfolio } from '../content/load.ts'
import { formatOf, migrate } from './migrations.ts'

/** The lines of 0.1.0's fixture that a migration replaces, and what replaces them. */
const PORTFOLIO = [
  ['    menu:    Me     # not "About"', '    menuLabel:    Me     # not "About"'],
  ['    "menu": Offer', '    menuLabel: Offer'],
  ['    menu: Work', '    menuLabel: Work'],
  ['    menu: CV', '    menuLabel: CV'],
  [
    '    download: Get the PDF    # menu, file and own are words of the old format, in a comment too',
    '    downloadLabel: Get the PDF    # menu, file and own are words of the old format, in a comment too',
  ],
  ['    file: nowak.pdf', '    fileName: nowak.pdf'],
  ['              meaning: Five years, daily', '              description: Five years, daily'],
  [
    '            - { name: PostgreSQL, level: 60, meaning: "Two systems, in production" }',
    '            - { name: PostgreSQL, level: 60, description: "Two systems, in production" }',
  ],
  ['    menu: Write', '    menuLabel: Write'],
  ['        refusals:', '        spamFilter:'],
  ['            headless: true', '            blockHeadless: true'],
  ['            secondsBetween: 60   # seconds', '            throttleSeconds: 60   # seconds'],
  ['sections:', 'customSections:'],
  ['      menu: Talks', '      menuLabel: Talks'],
  ['order: [ about, projects, services,', 'sectionOrder: [ about, projects, services,'],
  ['words:', 'strings:'],
  ['    top: Up', '    backToTop: Up'],
  ['    down: To {section}', '    scrollToSection: To {section}'],
  ['    one: "{first}/{count}"', '    slidePosition: "{first}/{count}"'],
  ['    several: "{first} to {last} of {count}"', '    slideRange: "{first} to {last} of {count}"'],
  ['        trap: Leave this empty', '        honeypot: Leave this empty\n\nformat: 2'],
] as const

function owner() {
  const folder = freshFolder()
  copyOwner('0.1.0', folder)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return {
    content: join(folder, 'content'),
    texts: {
      portfolio: read('content/portfolio.yaml'),
      theme: read('content/theme.css'),
      environment: read('.env'),
    },
  }
}

test("0.1.0's portfolio changes in the declared lines only", () => {
  const { texts } = owner()
  const expected = PORTFOLIO.reduce((text, [old, now]) => {
    expect(text.split(`\n${old}\n`), old).toHaveLength(2)
    return text.replace(`\n${old}\n`, `\n${now}\n`)
  }, texts.portfolio)
  expect(migrate(texts).portfolio).toBe(expected)
})

test("0.1.0's theme and settings get the new names, also where a name is part of another one", () => {
  const { theme, environment } = migrate(owner().texts)
  expect(theme).toBe(`/* Anna's colours */
:root { --hue:210; --tracking-display: -0.01em;
  --page-width: 84rem;
  --prose-width: 38em; /* narrower */
  --radius: 0; }
#about p { max-width: var(--prose-width); --my-measure-of: 1 }
`)
  expect(environment).toContain(
    '# LIMIT_IN_ALL was too high\nRATE_LIMIT_PER_SITE=40\nexport SENDER_BLOCKLIST=spam.test\n',
  )
})

test("0.1.0's portfolio is valid only after the migration", () => {
  const { texts, content } = owner()
  expect(checkPortfolio(texts.portfolio, content).ok).toBe(false)
  expect(checkPortfolio(migrate(texts).portfolio, content)).toMatchObject({ ok: true })
})

test('a second migration changes nothing', () => {
  const once = migrate(owner().texts)
  expect(formatOf(once.portfolio)).toBe(FORMAT)
  expect(migrate(once)).toBe(once)
})

test('a field that exists under both names stays, and so does a file of a newer format', () => {
  const both = 'words: { top: Up }\nstrings: { skip: Skip }\n'
  expect(parse(migrate({ portfolio: both }).portfolio)).toEqual({
    words: { backToTop: 'Up' },
    strings: { skip: 'Skip' },
    format: FORMAT,
  })
  const newer = `words: { top: Up }\nformat: ${FORMAT + 1}\n`
  expect(migrate({ portfolio: newer }).portfolio).toBe(newer)
})

test('a file that is no YAML stays', () => {
  const broken = 'words: [\n'
  expect(migrate({ portfolio: broken }).portfolio).toBe(broken)
})

test('content of a newer format is an error that says what to install', () => {
  const { texts, content } = owner()
  const newer = migrate(texts).portfolio.replace('format: 2', 'format: 99')
  const checked = checkPortfolio(newer, content)
  expect(checked.ok ? [] : checked.diagnostics).toMatchObject([
    { field: 'format', expected: expect.stringContaining('newer version of reward-codes') },
  ])
})
