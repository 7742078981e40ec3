import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import type { Look } from '../content/looks.ts'
import type { PageContent } from '../content/schema.ts'
import { CACHE_FOLDER, ENGINE_CODE } from '../folders.ts'
import { islandProps } from '../page/island-props.ts'
import type { OwnParts } from '../parts/own-parts.ts'
import { SHARED_PACKAGES } from '../parts/packages.ts'
import { partsPlugin } from '../parts/plugin.ts'
import { asBundleError } from '../parts/render-error.ts'
import { classPrefix } from '../parts/styles.ts'

// The oldest browsers with light-dark(), popover and inert: spring 2024.
const BROWSERS = ['chrome125', 'firefox126', 'safari17.5']

/** The Vite configuration that the build and the development server share. */
export function pageConfig(
  read: () => PageInput,
  content: string,
  plugins: PostcssPlugin[] = [],
): InlineConfig {
  return {
    root: ENGINE_CODE,
    cacheDir: join(CACHE_FOLDER, 'vite'),
    // Relative URLs, so the site works at any path.
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    clearScreen: false,
    appType: 'custom',
    resolve: {
      alias: { 'owner:theme.css': join(content, 'theme.css') },
      dedupe: SHARED_PACKAGES,
    },
    // Below node_modules, Node would load the engine's components without their styles.
    ssr: { noExternal: ['reward-codes'] },
    plugins: [contentPlugin(read), partsPlugin(() => read().parts), react(), noPreloadHelper],
    css: {
      postcss: { plugins: [scopeAltchaVars, ...plugins] },
      modules: { generateScopedName: (local, file) => nameClass(local, file, read().parts) },
    },
  }
}

const classNames = new Map<string, string>()

/** Class names such as `cfnotice` for `.notice` of ContactForm: shorter than a hash. */
function nameClass(local: string, file: string, parts: OwnParts): string {
  const own = classPrefix(file, parts)
  if (own) return `${own}_${local}`
  const component = basename(file, '.module.css')
  const name = component.replace(/[^A-Z]/g, '').toLowerCase() + local
  const other = classNames.get(name) ?? component
  if (other !== component)
    throw new Error(`Class name collision: .${local} of ${component} and of ${other}. Rename one.`)
  classNames.set(name, component)
  return name
}

/** Scopes ALTCHA's variables to its widget: on `:root` they would restyle every element on load. */
const scopeAltchaVars = {
  postcssPlugin: 'scope-altcha-vars',
  Rule: (rule: StyleRule) => {
    const isOfWidget = rule.source?.input.file?.endsWith('altcha.css')
    if (isOfWidget && rule.selector === ':root') rule.selector = 'altcha-widget'
  },
}

type StyleRule = { selector: string; source?: { input: { file?: string } }; remove: () => void }
type PostcssPlugin = { postcssPlugin: string; Rule: (rule: StyleRule) => void }

const LOOK = /\[data-look="(\w+)"\]/

/** Keeps the rules of one look, without its attribute. In development, all looks are there. */
function onlyLook(look: Look): PostcssPlugin {
  return { postcssPlugin: 'only-look', Rule: keepLook(look) }
}

function keepLook(look: Look): PostcssPlugin['Rule'] {
  return (rule) => {
    const [attribute, name] = LOOK.exec(rule.selector) ?? []
    if (!attribute) return
    if (name === look) rule.selector = rule.selector.replaceAll(attribute, '')
    else rule.remove()
  }
}

/** Removes the rules of a portrait on the first screen from a page without one: its HTML has a byte budget. */
const noPortrait: PostcssPlugin = {
  postcssPlugin: 'no-portrait',
  Rule: (rule) => {
    if (/(?<!:not\()\[data-portrait\]/.test(rule.selector)) rule.remove()
  },
}

/** Removes Vite's preload helper: dynamic imports of the page have nothing to preload. */
const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

/** Runs the bundler over the page once. */
export async function bundle(page: PageInput, content: string, options: InlineConfig['build']) {
  const { site, hero } = page.portfolio
  const unused = hero.visual === 'portrait' ? [] : [noPortrait]
  const result = await build({
    ...pageConfig(() => page, content, [onlyLook(site.look), ...unused]),
    mode: 'production',
    build: {
      target: BROWSERS,
      emptyOutDir: true,
      modulePreload: false,
      cssCodeSplit: false,
      ...options,
      // Slow bundling is a property of the machine: the warning gives the owner nothing to do.
      rolldownOptions: { checks: { bundlerTimings: false }, ...options?.rolldownOptions },
    },
  }).catch((error: unknown) => {
    throw asBundleError(error)
  })
  if (Array.isArray(result) || !('output' in result)) {
    throw new Error('Expected one output from the bundler.')
  }
  return result
}

const CONTENT = 'virtual:page-content'
const ISLAND_PROPS = 'virtual:island-props'
const NAV_INLINE = '(--nav-inline)'

/** The ids of the modules that change with the content. */
export const CONTENT_MODULES = [CONTENT, ISLAND_PROPS].map((name) => `\0${name}`)

export type PageInput = {
  portfolio: PageContent
  /** The owner's components. */
  parts: OwnParts
  /** The narrowest window, in rem, in which the menu's labels fit in one line. */
  navBreakpoint: number
}

/**
 * Provides the content for the server and the props of the islands for the client as virtual modules, and
 * the breakpoint at which the menu is inline.
 */
function contentPlugin(read: () => PageInput): Plugin {
  return {
    name: 'page-content',
    enforce: 'pre',
    resolveId: (id) => (id === CONTENT || id === ISLAND_PROPS ? `\0${id}` : undefined),
    load(id) {
      if (!CONTENT_MODULES.includes(id)) return undefined
      const { portfolio } = read()
      const value = id === `\0${CONTENT}` ? portfolio : islandProps(portfolio)
      return `export default ${JSON.stringify(value)}`
    },
    transform: (code, id) =>
      id.includes('.css') && code.includes(NAV_INLINE)
        ? { code: code.replaceAll(NAV_INLINE, `(width >= ${read().navBreakpoint}em)`), map: null }
        : undefined,
  }
}
