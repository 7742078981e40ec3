import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PACKAGE_FOLDER } from '../folders.ts'
import { hashOf, POLICY_META } from '../security/policy.ts'
import type { VitePlugin } from '../vite.ts'
import { asLate, splitStyles } from './late-layer.ts'

// The first paint waits for the HTML of the page, which has the styles of its first screen only, and for nothing else.

/** Our styles of the first screen. */
const FIRST_SCREEN =
  /^styles\/(base|fonts\/fallback|looks|tokens)|^components\/(Button|Cover|Header|Hero|HeroWork|Icon|Navigation|ThemeSelect|Typewriter)\/|ProjectPicture/

/** Marks our styles below the first screen, and those that an owner's components and sections import there. */
export function lateStyles(ownerFiles: string[]): VitePlugin {
  const below = new Set(ownerFiles)
  return {
    name: 'reward-codes:late-styles',
    // Before the styles are compiled.
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      if (!importer || !below.has(importer)) return undefined
      const found = await this.resolve(source, importer, options)
      if (found) below.add(found.id)
      return found
    },
    transform(code, id) {
      // Only the first rules of a style sheet may be imports.
      if (!id.endsWith('.css') || code.includes('@import')) return undefined
      const file = relative(PACKAGE_FOLDER, id).replaceAll('\\', '/')
      const isLate = file.startsWith('../') ? below.has(id) : !FIRST_SCREEN.test(file)
      return isLate ? { code: asLate(code), map: null } : undefined
    },
  }
}

/** Where files are written, and from where they are served. */
type Assets = { folder: string; path: string }

/**
 * Astro's scripts of a page with islands, and that of the late styles. Each waits for the others, in whatever order
 * they come.
 */
const WAITING_SCRIPT = /customElements\.get\("astro-island"|\(self\.Astro\|\||link\[rel~=late\]/

/**
 * Takes out of the home page what its first paint does not need: the marked styles, which become a file, and all
 * scripts with a file. boot.ts loads both after the first paint. Other pages are short and keep all.
 */
export function lighten(page: string, isHome: boolean, assets: Assets): string {
  const styles = Array.from(page.matchAll(STYLE), ([, css = '']) => css)
  const { early, late } = splitStyles(styles.join('\n'))
  if (!late) return isHome ? withLateScripts(page, assets) : page
  // In one element: the policy has a hash for each.
  const kept = isHome ? early : early + late
  const element = `<style>${kept}</style>${isHome ? linkTo(writeAsset(late, 'css', assets)) : ''}`
  const html = page
    .replace(STYLE, (_, css) => (css === styles[0] ? element : ''))
    .replace(POLICY_META, (meta) =>
      styles
        .slice(1)
        .reduce((policy, css) => policy.replace(`'sha256-${hashOf(css)}'`, ''), meta)
        .replace(hashOf(styles[0] ?? ''), hashOf(kept)),
    )
  return isHome ? withLateScripts(html, assets) : html
}

/** Not those for browsers without scripts, and not those of an owner with attributes. */
const STYLE = /(?<!<noscript>)<style>(.*?)<\/style>/gs

/** Browsers neither load nor run a script of an unknown type. */
function withLateScripts(page: string, assets: Assets): string {
  const inline: string[] = []
  const html = page
    .replaceAll('<script type="module" src=', '<script type="late" src=')
    .replace(/<script>(.*?)<\/script>/gs, (script, code) => {
      if (!WAITING_SCRIPT.test(code)) return script
      inline.push(code)
      return ''
    })
  if (inline.length === 0) return html
  const src = writeAsset(inline.join(';'), 'js', assets)
  return html.replace('</head>', (end) => `<script type="late" src="${src}"></script>${end}`)
}

/** Browsers load no link of an unknown kind. Without scripts, the styles are loaded with the page. */
function linkTo(href: string): string {
  return `<link rel="late" href="${href}"><noscript><link rel="stylesheet" href="${href}"></noscript>`
}

function writeAsset(body: string, ending: string, { folder, path }: Assets): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8)
  const name = `late.${hash}.${ending}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), body)
  return path + name
}
