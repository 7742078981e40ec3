import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf } from '../security/policy.ts'
import { lighten } from './paint.ts'

const CSS = '.first{color:red}@layer late{.below{color:blue}}.last{top:0}'
const ASTRO = 'customElements.get("astro-island")||define()'
const BOOT = 'customElements.define("astro-island",class{})'
const PAGE = [
  '<head>',
  `<meta http-equiv="content-security-policy" content="style-src 'sha256-${hashOf(CSS)}';">`,
  `<script>${BOOT}</script><style>${CSS}</style>`,
  '</head><body>',
  `<script>${ASTRO}</script><script type="module" src="/shop/assets/page.js"></script>`,
].join('')

function lightened(isHome: boolean) {
  const folder = join(mkdtempSync(join(tmpdir(), 'paint-')), 'assets')
  return { folder, html: lighten(PAGE, isHome, { folder, path: '/shop/assets/' }) }
}

test('the home page has the styles of its first screen, and a file with the others', () => {
  const { folder, html } = lightened(true)
  const kept = '.first{color:red}.last{top:0}'
  expect(html).toContain(`<style>${kept}</style>`)
  expect(html).toContain(`'sha256-${hashOf(kept)}'`)
  const [, href = ''] = /<link rel="late" href="\/shop\/assets\/([^"]+)">/.exec(html) ?? []
  expect(readFileSync(join(folder, href), 'utf8')).toBe('.below{color:blue}')
  expect(html).toContain(`<noscript><link rel="stylesheet" href="/shop/assets/${href}"></noscript>`)
})

test('the scripts of the home page wait for its first paint, except what runs before it', () => {
  const { folder, html } = lightened(true)
  expect(html).toContain(`<script>${BOOT}</script>`)
  expect(html).not.toContain(ASTRO)
  expect(html).not.toContain('type="module"')
  expect(html).toContain('<script type="late" src="/shop/assets/page.js">')
  const [script = ''] = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(readFileSync(join(folder, script), 'utf8')).toBe(ASTRO)
  expect(html).toContain(`<script type="late" src="/shop/assets/${script}">`)
})

test('another page keeps all of its styles and scripts', () => {
  const { html } = lightened(false)
  const kept = '.first{color:red}.last{top:0}.below{color:blue}'
  expect(html).toContain(`<style>${kept}</style>`)
  expect(html).toContain(`'sha256-${hashOf(kept)}'`)
  expect(html).toContain(`<script>${ASTRO}</script>`)
  expect(html).not.toContain('late')
})
