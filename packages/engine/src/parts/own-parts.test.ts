import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findUnused, readOwnParts } from './own-parts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-parts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const GOOD = 'export default function About() {\n  return <p>Hello</p>\n}\n'

function write(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return readOwnParts(folder)
}

/** The mistakes as line, column, what was found, and the suggestion. */
function mistakes(files: Record<string, string>) {
  return write(files).diagnostics.map(({ line, column, found, suggestion }) => [
    `${line}:${column}`,
    found,
    suggestion,
  ])
}

test('reads what replaces a part, and what goes into its slots', () => {
  const { parts, diagnostics } = write({
    'About.tsx': GOOD,
    'About.module.css': '.bio {}',
    'Footer.tsx': `import Original from 'reward-codes/original/Footer'\nexport default Original\n`,
    'Hero.after.tsx': GOOD,
    'Hero.inside.tsx': `export { Notice as default } from './components/Notice'\n`,
    'components/Notice.tsx': 'export function Notice() { return <p>…</p> }',
    'helper.ts': 'export const ANSWER = 42',
    '.swap': 'an editor is open',
  })
  expect(diagnostics).toEqual([])
  expect(parts).toMatchObject({
    replaced: { About: join(folder, 'About.tsx'), Footer: join(folder, 'Footer.tsx') },
    slots: { Hero: { after: join(folder, 'Hero.after.tsx') } },
  })
  expect(parts.text).toContain('…')
})

test('a site without the folder has no parts', () => {
  const { parts, diagnostics } = readOwnParts(join(folder, 'none'))
  expect(diagnostics).toEqual([])
  expect(parts).toMatchObject({ replaced: {}, slots: {}, text: '' })
})

test.each([
  ['Abuot.tsx', 'no part of the page is called Abuot', 'About.tsx'],
  ['Fotter.before.tsx', 'no part of the page is called Fotter', 'Footer.before.tsx'],
  ['about.tsx', 'no part of the page is called about', 'About.tsx'],
  ['About.insde.tsx', '"insde", which is no place in a section', 'About.inside.tsx'],
  ['Header.after.tsx', 'Header, which has no places', undefined],
  ['sections/Talks.tsx', 'the name Talks.tsx', 'talks.tsx'],
  ['About.jsx', 'the name About.jsx', 'About.tsx'],
])('%s is a mistake', (name, found, suggestion) => {
  expect(mistakes({ [name]: `${GOOD}export const schema = 1` })).toEqual([
    ['1:1', found, suggestion],
  ])
})

test('a component of a section that the content does not have is a mistake', () => {
  const { parts } = write({ 'sections/talks.tsx': `${GOOD}export const schema = 1` })
  expect(findUnused(parts, { customSections: [] })).toMatchObject([
    { found: 'no section with the id talks in the content' },
  ])
})

test('an island says when it is hydrated', () => {
  const island = (code: string) => write({ 'components/B.island.tsx': `${code}\n${GOOD}` })
  expect(island('').parts.islands).toMatchObject([{ name: 'components/B', hydrate: 'idle' }])
  const visible = island("export const hydrate = 'visible' as const")
  expect(visible.parts.islands).toMatchObject([{ hydrate: 'visible' }])
})
