import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadedFrom, set } from 'test-fixtures/change-content.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import type { Ended } from 'test-fixtures/run-command.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkTypeset } from '../files/typeset-files.ts'

/** Building a site takes a while on a busy machine. */
const TIMEOUT = 300_000

/** Makes Node find no binary of Typst. */
const NO_BINARY = `const { Module } = require('node:module')
const load = Module._load
Module._load = (name, ...rest) => {
  if (name.startsWith('@myriaddreamin/typst-ts-node-compiler-')) throw new Error('Cannot find module')
  return load(name, ...rest)
}
`

let site: Site
beforeAll(() => {
  site = createSite()
  writeFileSync(join(site.root, 'no-binary.cjs'), NO_BINARY)
}, TIMEOUT)
afterAll(() => site.remove())
beforeEach(() => site.reset())

const built = (file: string) => join(site.root, 'dist', file)
const pageOf = () => readFileSync(built('index.html'), 'utf8')

async function build(settings = {}) {
  return textOf(await site.build(settings))
}

function textOf({ exitCode, out, error }: Ended) {
  expect(exitCode, out + error).toBe(0)
  return (out + error).replace(/\s+/g, ' ')
}

function withoutTypst() {
  return { NODE_OPTIONS: `--require ${join(site.root, 'no-binary.cjs')}` }
}

/** What doctor finds. It fails for other reasons, such as a missing mail server. */
async function doctor(settings = {}): Promise<string> {
  return (await site.run(['doctor'], settings)).out.replace(/\s+/g, ' ')
}

test.each([
  ['npm', 0, 'install'],
  ['pnpm', 0, 'add'],
  ['npm', 1, 'install'],
])(
  'init installs the font of the language with %s, which ends with %i',
  async (manager, exitCode, command) => {
    const bin = join(site.root, 'bin')
    const said = join(site.root, 'said')
    mkdirSync(bin, { recursive: true })
    const program = `#!/bin/sh\necho "$@" > ${said}; echo added; exit ${exitCode}\n`
    writeFileSync(join(bin, manager), program, { mode: 0o755 })
    rmSync(join(site.content, 'portfolio.yaml'))
    const { out, error } = await site.run(
      ['init', '--name', '김민준', '--language', 'ko', '--yes'],
      { PATH: `${bin}:${process.env.PATH}`, npm_config_user_agent: `${manager}/11.0.0 node/v26` },
    )
    const font = '@expo-google-fonts/noto-sans-kr'
    expect(readFileSync(said, 'utf8')).toBe(`${command} ${font}\n`)
    expect(error).toBe(`Installing ${font} for the resume PDF.\nadded\n`)
    expect(out.includes(`The resume PDF needs a font for Korean: npm install ${font}`)).toBe(
      exitCode === 1,
    )
  },
)

test('without a font for a script, the package is named, and doctor says what the site lacks', async () => {
  site.edit(set('person.name', 'יעל כהן'))
  const loaded = await loadedFrom(site.content)
  const warnings: string[] = []
  const made = checkTypeset(loaded.portfolio, loaded.locator, (text) => warnings.push(text))
  expect(made).toMatchObject({ hasResume: false, hasCard: false })
  const [printed] = warnings.map((text) => text.replace(/\s+/g, ' '))
  expect(printed).toContain('no resume PDF and no social card')
  expect(printed).toMatch(/content\/portfolio\.yaml:\d+:\d+ person\.name found "יעל כהן"/)
  expect(printed).toContain(
    'expected a font for Hebrew: npm install @expo-google-fonts/noto-sans-hebrew',
  )
  expect(await doctor()).toMatch(/warning resume no PDF, because of person\.name/)
})

test(
  'without a binary of Typst, the site is built without PDF and card, with one line',
  async () => {
    site.edit(set('resumes', [{ name: 'all', tags: ['page'] }]))
    site.edit(set('site.url', 'https://example.org/'))
    const settings = withoutTypst()
    const printed = await build(settings)
    expect(printed.match(/No binary of Typst for \S+ is installed/g)).toHaveLength(1)
    expect(pageOf()).toContain('https://example.org/')
    expect(pageOf().match(/\.pdf|og:image|social-card/)).toBeNull()
    expect(readFileSync(built('sitemap.xml'), 'utf8')).not.toContain('.pdf')
    for (const file of ['RewardResume.pdf', 'RewardResume.all.pdf', 'social-card.png'])
      expect(existsSync(built(file))).toBe(false)
    expect(await doctor(settings)).toMatch(/warning resume No binary of Typst/)
  },
  TIMEOUT,
)

test("an owner's PDF needs no Typst", async () => {
  mkdirSync(join(site.content, 'files'))
  writeFileSync(join(site.content, 'files/mine.pdf'), '%PDF-1.7')
  site.edit(set('resume.file', 'files/mine.pdf'))
  expect(await doctor(withoutTypst())).toContain('ok resume your own PDF, files/mine.pdf')
})
