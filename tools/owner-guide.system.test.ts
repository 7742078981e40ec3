import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { COMMAND, ROOT, SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { onlySettings, startProgram } from 'test-fixtures/run-command.ts'
import { shareInstallation } from 'test-fixtures/share-installation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'

const HEADING = '### How to make the page your own\n'
const CONTENT = 'content/portfolio.yaml'
const BUILD_TIMEOUT = 120_000
/** The owner whose photo the examples show. */
const FIXTURE = join(ROOT, 'tests/fixtures/owners/parts/content')

/** The examples of the section, as `[path, code]`. The path is in the first line of the block. */
const [, section = ''] = readFileSync(join(ROOT, 'docs/owner.md'), 'utf8').split(HEADING)
const [text = ''] = section.split('\n### ')
const examples = [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', code = '']) => [path, code] as const,
)

let folder: string
let page: string
let styles: string

// The owner of the sample takes all levels at once.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-guide-'))
  cpSync(SAMPLE_FOLDER, join(folder, 'content'), { recursive: true })
  shareInstallation(folder)
  for (const [path, code] of examples) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, path === CONTENT ? addFields(readFileSync(file, 'utf8'), code) : code)
  }
  cpSync(join(FIXTURE, 'images/stage.jpg'), join(folder, 'content/images/stage.jpg'))
  const ended = await startProgram([process.execPath, COMMAND, 'build'], {
    cwd: folder,
    env: onlySettings({}),
  }).ended
  expect(ended).toMatchObject({ exitCode: 0 })
  page = readFileSync(join(folder, 'dist/index.html'), 'utf8')
  const assets = join(folder, 'dist/assets')
  styles = readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('')
}, BUILD_TIMEOUT)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['1. words', 'Jump to the text</a>'],
  ['2. theme', '--hue:265'],
  ['3. section of content', 'On Tuesdays, anyone may call me'],
  ['4. slot', /Older work than these (?:<!-- -->)?6(?:<!-- -->)? projects/],
  ['5. wrapped part', 'What I do all day</h2>'],
  ['6. replaced part', 'In short:</p>'],
  ['7. own section', /Pages without waiting(?:<!-- -->)?, (?:<!-- -->)?2026/],
])('the example of level %s has its effect', (level, expected) => {
  expect(text).toContain(`| ${level} `)
  expect(page).toMatch(expected)
})

test('the picture of an own section has all sources', () => {
  const [picture = ''] =
    /<picture>(?:(?!<\/picture>).)*alt="A stage in warm light.*?<\/picture>/.exec(page) ?? []
  expect(picture).toMatch(/<source type="image\/avif" sizes="20rem" srcSet="\.\/assets\/stage-/)
  const widths = [...picture.matchAll(/stage-\w+-(\d+)\.(avif|webp|jpg) /g)]
  expect(widths.map(([, width, format]) => `${format} ${width}`)).toEqual(
    ['avif', 'webp', 'jpg'].flatMap((format) =>
      [160, 320, 480, 640].map((width) => `${format} ${width}`),
    ),
  )
  expect(picture).toMatch(/data-placeholder="[\da-f]{6}" loading="lazy"/)
})

test('a replaced part has its styles', () => {
  expect(styles).toMatch(/About_lead\{font-size:var\(--text-xl\)\}/)
})

/** Content with further fields. Entries of a list are added to those that are there. */
function addFields(content: string, fields: string): string {
  const all = parse(content)
  for (const [name, value] of Object.entries(parse(fields))) {
    all[name] = Array.isArray(value) ? [...(all[name] ?? []), ...value] : value
  }
  if (all.customSections) all.sectionOrder = undefined
  return stringify(all)
}
