import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const TIMEOUT = 300_000

let site: Site
beforeEach(() => {
  site = createSite()
})
afterEach(() => site.remove())

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
  'a build that fails leaves the site as it was, and nothing beside it, and says why the site is not ready',
  async () => {
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
