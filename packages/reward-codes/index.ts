import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import type { AstroIntegration } from 'astro'
import { boot } from './boot.ts'
import { className } from './build/class-names.ts'
import { finishBuild, stagingOf } from './build/finish.ts'
import { DEADLINE_MS } from './components/ContactForm/form-state.ts'
import { setOwnSections } from './content/own-sections.ts'
import { contentPlugin } from './content/plugin.ts'
import { contentSchemaText, SCHEMA_FILE } from './content/schema.ts'
import { readAddress } from './content/site-address.ts'
import { mountGateway } from './dev/gateway.ts'
import { FILES } from './files/paths.ts'
import { assertNames, type ComponentName, type OwnSection, overridesPlugin } from './overrides.ts'
import { addedPolicy } from './security/policy.ts'
import type { VitePlugin } from './vite.ts'

// Astro reads it after the configuration is loaded. An owner may set it to an empty text.
process.env.ASTRO_TELEMETRY_DISABLED ??= '1'

export type Options = {
  /** Components of the owner in place of ours: `{ Hero: './src/Hero.tsx' }`. */
  components?: Partial<Record<ComponentName, string>>
  /** Sections of the owner, each an entry of `customSections` in the content with fields of its schema. */
  sections?: OwnSection[]
}

/** The portfolio as an Astro integration: its routes, its content and its styles. */
export default function rewardCodes({
  components = {},
  sections = [],
}: Options = {}): AstroIntegration {
  assertNames(components)
  setOwnSections(Object.fromEntries(sections.map(({ id, schema }) => [id, schema])))
  const folders = { root: '', content: '' }
  return {
    name: 'reward-codes',
    hooks: {
      'astro:config:setup': ({
        command,
        config,
        injectRoute,
        injectScript,
        logger,
        updateConfig,
      }) => {
        const root = fileURLToPath(config.root)
        const content = join(root, 'content')
        Object.assign(folders, { root, content })
        if (command === 'dev' && sections.length > 0) updateSchema(content)
        const address = readAddress(content)
        const base = address?.pathname ?? config.base
        // An adapter names the folders of its server in what it builds.
        const isStaged = command === 'build' && !config.adapter && config.output === 'static'
        const drawings = join(fileURLToPath(config.cacheDir), 'reward-codes')
        const route = (pattern: string, file: string) =>
          injectRoute({ pattern, entrypoint: `reward-codes/routes/${file}`, prerender: true })
        route('/', 'index.astro')
        route('/404', '404.astro')
        route('/[kind]', 'legal.astro')
        for (const pattern of FILES) route(pattern, 'files.ts')
        injectScript(
          'head-inline',
          `(${inlined(boot)})(${JSON.stringify(themeKey(base))},${DEADLINE_MS / 2})`,
        )
        updateConfig({
          ...(address && { site: address.origin, base }),
          integrations: [react(), ...(isStaged ? [finishBuild(config, content)] : [])],
          ...(isStaged && { outDir: stagingOf(config.outDir) }),
          build: {
            inlineStylesheets: 'always',
            // GitHub Pages ignores names that start with an underscore.
            ...(config.build.assets === '_astro' && { assets: 'assets' }),
          },
          devToolbar: { enabled: false },
          // Shiki writes style attributes, which the policy blocks.
          markdown: { syntaxHighlight: 'prism' },
          security: { csp: addedPolicy(config.security.csp) },
          vite: {
            plugins: [
              contentPlugin({ content, drawings }, (message) => logger.warn(message)),
              overridesPlugin({ components, sections }, root),
              externalCode,
            ],
            // All styles are in the page, which has a byte budget.
            ...(command === 'build' && {
              css: { modules: { generateScopedName: className } },
            }),
            // Bundled, it is loaded after the module that sets localStorage for it.
            resolve: { noExternal: ['@emailjs/browser'] },
            build: {
              // The policy allows no fonts in styles.
              assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
            },
          },
        })
      },
      'astro:server:setup': ({ server, logger }) => mountGateway(server, folders, logger),
    },
  }
}

/** Editors complete the fields of the owner's sections by the schema beside the content. */
function updateSchema(content: string): void {
  const file = join(content, SCHEMA_FILE)
  const text = contentSchemaText()
  if (existsSync(file) && readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/** Node itself runs the code of this package that renders no page: it reads files beside it. */
const externalCode: VitePlugin = {
  name: 'reward-codes:external-code',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name !== 'client',
  resolveId: (id) => (id.startsWith('reward-codes/internal/') ? { id, external: true } : undefined),
}

/** The source of a function without comments and indentation. */
function inlined(script: typeof boot): string {
  return String(script).replace(/^\s*\/\/.*\n|^\s+/gm, '')
}

/** The key of the stored theme. It has the path of the site, because all sites of an origin share its storage. */
function themeKey(base: string): string {
  return `${base.replace(/\/$/, '')}/theme`
}
