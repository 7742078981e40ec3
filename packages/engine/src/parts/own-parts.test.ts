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

test('reads what replaces a part, what wraps it, and what goes into its slots', () => {
  const { parts, diagnostics } = write({
    'About.tsx': GOOD,
    'About.module.css': '.bio {}',
    'Footer.tsx': `import Original from 'reward-codes/original/Footer'\nexport default Original\n`,
    'Hero.after.tsx': GOOD,
    'Hero.inside.tsx': `export { Notice as default } from './components/Notice'\n`,
    'components/Notice.tsx': 'export function Notice() { return <p>…</p> }',
    'helper.ts': 'export const ANSWER = 42',
    '.origin.json': '{}',
  })
  expect(diagnostics).toEqual([])
  expect(parts).toMatchObject({
    replaced: { About: join(folder, 'About.tsx'), Footer: join(folder, 'Footer.tsx') },
    slots: { Hero: { after: join(folder, 'Hero.after.tsx') } },
    wrapped: ['Footer'],
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

test('a component without a default export is a mistake', () => {
  expect(mistakes({ 'About.tsx': GOOD.replace('default ', '') })).toEqual([
    ['1:1', 'no default export', undefined],
  ])
})

test.each([
  ['* as Page', 13],
  ['Page', 8],
])('an import of %s from the package is a mistake', (name, column) => {
  const text = `import ${name} from 'reward-codes/parts'\n${GOOD}`
  expect(mistakes({ 'About.tsx': text })).toEqual([
    [`1:${column}`, 'Page, which is not one of the names of reward-codes/parts', undefined],
  ])
  expect(mistakes({ 'About.tsx': text.replace('import', 'import type') })).toEqual([])
})

test('an own section without a schema is a mistake', () => {
  expect(mistakes({ 'sections/talks.tsx': GOOD })).toEqual([
    ['1:1', 'no export called schema', undefined],
  ])
})

test('a component of a section that the content does not have is a mistake', () => {
  const { parts } = write({ 'sections/talks.tsx': `${GOOD}export const schema = 1` })
  expect(findUnused(parts, { customSections: [] })).toMatchObject([
    { found: 'no section with the id talks in the content' },
  ])
})

test('a syntax error has its line and column', () => {
  expect(mistakes({ 'About.tsx': GOOD.replace('</p>', '</div>') })).toEqual([
    ['2:20', "Expected corresponding JSX closing tag for 'p'", undefined],
  ])
})

test.each([
  ['<p onClick={() => alert(1)}>Hello</p>', '2:13', 'onClick'],
  ['<p>{useState(1)}</p>', '2:14', 'useState()'],
  ['<p>{React.useEffect(() => {})}</p>', '2:14', 'useEffect()'],
])('a static part with %s is a mistake', (markup, place, name) => {
  expect(mistakes({ 'About.tsx': GOOD.replace('<p>Hello</p>', markup) })).toEqual([
    [place, `${name}, which does nothing in a static part`, undefined],
  ])
})

test('what a static part imports is static, except an island', () => {
  const button = 'export default function B() { return <button onClick={() => {}}>Hello</button> }'
  const imports = (file: string) => `import B from '${file}'\n${GOOD.replace('<p>', '<p><B />')}`
  expect(mistakes({ 'About.tsx': imports('./B.island'), 'B.island.tsx': button })).toEqual([])
  const found = write({ 'About.tsx': imports('./components/B'), 'components/B.tsx': button })
  expect(found.diagnostics).toMatchObject([{ found: expect.stringContaining('onClick') }])
  expect(found.diagnostics[0]?.file).toContain('components/B.tsx')
})

test('an island says when it is hydrated', () => {
  const island = (code: string) => write({ 'components/B.island.tsx': `${code}\n${GOOD}` })
  expect(island('').parts.islands).toMatchObject([{ name: 'components/B', hydrate: 'idle' }])
  const visible = island("export const hydrate = 'visible' as const")
  expect(visible.parts.islands).toMatchObject([{ hydrate: 'visible' }])
  expect(island("export const hydrate = 'never'").diagnostics).toMatchObject([
    { line: 1, column: 14, found: 'another value of hydrate' },
  ])
})

test.each([
  ['./components/Missing', '"./components/Missing", which does not exist', undefined],
  [
    'reward-codes/original/Abuot',
    'no part of the page is called Abuot',
    'reward-codes/original/About',
  ],
])('an import of %s is a mistake', (specifier, found, suggestion) => {
  const code = `// A wrapped part\nimport Original from '${specifier}'\n${GOOD.replace('<p>', '<p><Original />')}`
  expect(mistakes({ 'About.tsx': code })).toEqual([['2:22', found, suggestion]])
})

test('an import of a package that is not installed, or of a file that it does not have, is a mistake', () => {
  const imports = (name: string) => ({ 'About.tsx': `import a from '${name}'\n${GOOD}` })
  const manifest = '{ "type": "module", "exports": { "./plural": { "import": "./index.js" } } }'
  write({
    'node_modules/@own/words/package.json': manifest,
    'node_modules/@own/words/index.js': '',
  })
  for (const name of ['@own/words/plural', 'react/jsx-runtime', 'zod', 'node:path', 'path']) {
    expect(mistakes(imports(name)), name).toEqual([])
  }
  expect(mistakes(imports('@own/word/plural'))).toEqual([
    ['1:15', 'the package @own/word, which is not installed', undefined],
  ])
  expect(mistakes(imports('roman-numbers'))).toHaveLength(1)
  expect(mistakes(imports('@own/words/plurals'))).toEqual([
    ['1:15', '"@own/words/plurals", which the package @own/words does not have', undefined],
  ])
})
