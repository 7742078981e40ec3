import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { askPoppler } from 'test-fixtures/poppler.ts'
import type { Ended } from 'test-fixtures/run-command.ts'
import { textsOf } from 'test-fixtures/texts-of.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { en } from '../content/strings/en.ts'

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

async function init(...args: string[]) {
  rmSync(join(site.content, 'portfolio.yaml'))
  return textOf(await site.run(['init', ...args, '--yes']))
}

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

function change(from: string | RegExp, to: string) {
  const file = join(site.content, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(file, text.replace(from, to))
}

test.each([
  ['山田太郎', 'ja'],
  ['王小明', 'zh-Hans'],
  ['ليلى حداد', 'ar'],
])(
  'init with the name %s in %s gives its own page without English, PDF and card',
  async (name, language) => {
    await init('--name', name, '--language', language)
    const printed = await build()
    expect(printed).not.toMatch(/no resume PDF|leaves out/)
    expect(pageOf()).toContain(name)
    const [, pdf = ''] = /href="([^"]+\.pdf)"/.exec(pageOf()) ?? []
    const text = askPoppler('pdftotext', readFileSync(built(pdf)))
    expect(text).toContain(name)
    expect(text).not.toContain('Maja')
    expect(existsSync(built('social-card.png'))).toBe(true)
    const page = pageOf()
    const english = textsOf(en).filter(
      ({ text }) => page.includes(`>${text}<`) || page.includes(`="${text}"`),
    )
    // A file name that every keyboard and every host has.
    expect(english.map(({ path }) => path.join('.'))).toEqual(['content.fileName'])
    const found = await doctor()
    expect(found).toContain('ok site the content is valid')
    expect(found).toContain('ok resume Typst and the fonts of the PDF are installed')
    expect(found).not.toContain(' labels ')
  },
  TIMEOUT,
)

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

test(
  'a folded text keeps its paragraphs and emphasis in a PDF, whose name may be in any script',
  async () => {
    const bio = 'bio: >-\n    I build *one* page,\n    **in a day**.\n\n    Then I stay.\n'
    change(/^bio:.*\n(?: +.*\n|\n)+|(?<= )bio:.*\n(?: {4,}.*\n|\n)+/m, bio)
    change(/^site:$/m, 'site:\n  url: https://example.org/')
    change(/^ {2}fileName: .*$/m, '  fileName: 職務経歴書.pdf')
    await build()
    expect(pageOf()).toContain('<p>I build <em>one</em> page, <strong>in a day</strong>.</p>')
    expect(pageOf()).toContain('<p>Then I stay.</p>')
    const text = askPoppler('pdftotext', readFileSync(built('職務経歴書.pdf')))
    expect(text).toContain('I build one page, in a day.\n')
    const address = encodeURI('職務経歴書.pdf')
    expect(pageOf()).toContain(`href="${address}" download="職務経歴書.pdf"`)
    expect(readFileSync(built('sitemap.xml'), 'utf8')).toContain(address)
  },
  TIMEOUT,
)

test(
  'without a font for a script, the site is built without the PDF, and the package is named',
  async () => {
    const named = 'a font for Hebrew: npm install @expo-google-fonts/noto-sans-hebrew'
    expect(await init('--name', 'יעל כהן')).toContain(`The resume PDF needs ${named}`)
    const printed = await build()
    expect(printed).toMatch(/content\/portfolio\.yaml:\d+:\d+ person\.name found "יעל כהן"/)
    expect(printed).toContain(`expected ${named}`)
    expect(pageOf()).toContain('יעל כהן')
    expect(pageOf()).not.toContain('.pdf')
    expect(existsSync(built('social-card.png'))).toBe(false)
    expect(printed).toContain('no resume PDF and no social card')
    expect(await doctor()).toMatch(/warning resume no PDF, because of person\.name/)
  },
  TIMEOUT,
)

test(
  'without a binary of Typst, the site is built without PDF and card, with one line',
  async () => {
    change(/^site:$/m, 'resumes: [{ name: all, tags: [page] }]\nsite:\n  url: https://example.org/')
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

test(
  "an owner's PDF needs no Typst, and its name is not typeset",
  async () => {
    mkdirSync(join(site.content, 'files'))
    writeFileSync(join(site.content, "files/Maja's resume.pdf"), '%PDF-1.7\nmine')
    change(/^ {2}fileName: .*$/m, `  file: "files/Maja's resume.pdf"`)
    const settings = withoutTypst()
    await build(settings)
    expect(readFileSync(built('Resume.pdf'), 'utf8')).toBe('%PDF-1.7\nmine')
    expect(pageOf()).toContain('Resume.pdf')
  },
  TIMEOUT,
)

test(
  'a mistake in a template stops the build with its file and line',
  async () => {
    mkdirSync(join(site.content, 'files'))
    writeFileSync(join(site.content, 'files/cv.typ'), '= CV\n\n#unknown')
    change(/^ {2}fileName: .*$/m, '  template: files/cv.typ')
    const { exitCode, error } = await site.build()
    expect(exitCode).toBe(1)
    expect(error).toMatch(/content\/files\/cv\.typ:3:\d+ {2}unknown variable: unknown\n/)
    expect(existsSync(built('index.html'))).toBe(false)
  },
  TIMEOUT,
)
