import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { set } from 'test-fixtures/change-content.ts'
import { MISTAKES } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const TIMEOUT = 300_000
const PLACES = /content\/portfolio\.yaml:\d+:\d+ {2}\S+/g

type Finding = { check: string; errors: Record<'file' | 'line' | 'column' | 'field', string>[] }

let site: Site
beforeAll(() => {
  site = createSite()
})
afterAll(() => site.remove())

test(
  'a build replaces the site, while copies beside it stay, and so does a link to it',
  async () => {
    const copies = ['dist.old', 'dist.new'].map((name) => join(site.root, name))
    for (const copy of copies) {
      mkdirSync(copy)
      writeFileSync(join(copy, 'index.html'), 'mine')
    }
    const html = join(site.root, 'html')
    mkdirSync(html)
    symlinkSync(html, join(site.root, 'dist'))
    const create = { width: 720, height: 600, channels: 3, background: 'teal' } as const
    await sharp({ create }).jpeg().toFile(join(site.content, 'images/shop.jpg'))
    site.edit(set('projects.cards.0.imgSrc', 'images/shop.jpg'))
    const { exitCode, out, error } = await site.build()
    expect(exitCode, out + error).toBe(0)
    // Neither of Node.js nor of a package.
    expect(out + error).not.toContain('Warning')
    for (const copy of copies) expect(readFileSync(join(copy, 'index.html'), 'utf8')).toBe('mine')
    expect(lstatSync(join(site.root, 'dist')).isSymbolicLink()).toBe(true)
    expect(existsSync(join(html, 'index.html'))).toBe(true)
    expect(readdirSync(site.root).filter((name) => /^\./.test(name))).toEqual(['.astro', '.cache'])
  },
  TIMEOUT,
)

test(
  'doctor, its JSON and a second build with a picture name the same mistakes, each once',
  async () => {
    copyFileSync(join(MISTAKES, 'portfolio.yaml'), join(site.content, 'portfolio.yaml'))
    const { out: json } = await site.run(['doctor', '--json'])
    const findings: Finding[] = JSON.parse(json).findings
    const errors = findings.find(({ check }) => check === 'site')?.errors ?? []
    const places = errors.map((one) => `${one.file}:${one.line}:${one.column}  ${one.field}`)
    expect(places.length).toBeGreaterThan(70)
    const { out, exitCode } = await site.run(['doctor'])
    expect(exitCode).toBe(1)
    expect(out.match(PLACES)).toEqual(places)
    const second = await site.build()
    const said = second.out + second.error
    expect(second.exitCode).toBe(1)
    expect(said.match(PLACES)).toEqual(places)
    expect(said).not.toMatch(/UserError|node:internal|Node\.js v/)
  },
  TIMEOUT,
)

test(
  'a build that fails leaves the site as it was, and nothing beside it, and says why the site is not ready',
  async () => {
    const site = createSite()
    onTestFinished(() => site.remove())
    // As a crash leaves it between the two renames.
    mkdirSync(join(site.root, '.dist.old'))
    writeFileSync(join(site.root, '.dist.old/index.html'), 'as it was')
    site.edit(set('site.url', 'https://maja.github.io/'))
    const { exitCode, out, error } = await site.build()
    expect(exitCode).toBe(1)
    expect(out + error).toContain('The site is not ready for https://maja.github.io/')
    expect(out + error).toMatch(/contact\.form[\s\S]*maja\.github\.io only serves files/)
    expect(site.read('index.html')).toBe('as it was')
    expect(readdirSync(site.root).filter((name) => name.startsWith('.dist'))).toEqual([])
  },
  TIMEOUT,
)
