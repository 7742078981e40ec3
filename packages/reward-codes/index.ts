import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@astrojs/react'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'
import { applyLateStyles } from './apply-late-styles.ts'
import { boot } from './boot.ts'
import { type AllContent, checkContent, readAll } from './build/check-content.ts'
import { className } from './build/class-names.ts'
import { contentPlugin } from './build/content-plugin.ts'
import { finishBuild, prepareStaging } from './build/finish.ts'
import { LATE_STYLES, lateStyles } from './build/late-styles.ts'
import { checkPages } from './build/own-pages.ts'
import { assertUntracked, writePrivateResumes } from './build/private-resumes.ts'
import { languagesIn } from './content/languages.ts'
import { stateOf } from './content/load.ts'
import { PACKAGE_FOLDER, requireOwn } from './folders.ts'
import { mountGateway } from './gateway/in-development.ts'
import {
  type Components,
  type OwnSection,
  overridesPlugin,
  requireSchemas,
  sectionModules,
  sharedSchemas,
} from './overrides.ts'
import { FILES, SITE_FILES } from './routes/paths.ts'
import { addedPolicy } from './security/policy.ts'

// No telemetry of Astro, which reads this after the configuration. An owner who wants it sets an empty text.
process.env.ASTRO_TELEMETRY_DISABLED ??= '1'

export type Options = {
  /** Components of the owner in place of ours: `{ Hero: './src/Hero.tsx' }`. */
  components?: Components
  /** Sections of the owner, each an entry of `customSections` in the content with fields of its schema. */
  sections?: OwnSection[]
}

/** The oldest browsers that the page is made for (docs/browsers.md): Vite's, which it lowers no styles of a server for. */
const BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari16.4']

/** The portfolio as an Astro integration: its routes, its content and its styles. */
export default function rewardCodes({
  components = {},
  sections = [],
}: Options = {}): AstroIntegration & Pick<Options, 'sections'> {
  const folders = { root: '', content: '', publicDir: new URL('file:///') }
  let routes: IntegrationResolvedRoute[] = []
  let read: () => Promise<AllContent>
  return {
    name: 'reward-codes',
    // For `doctor`, which reads the sections from the configuration.
    sections,
    hooks: {
      'astro:config:setup': async ({
        command,
        config,
        addMiddleware,
        addWatchFile,
        injectRoute,
        injectScript,
        updateConfig,
      }) => {
        const root = fileURLToPath(config.root)
        const content = join(root, 'content')
        Object.assign(folders, { root, content, publicDir: config.publicDir })
        // In development, the server imports the files again after each change.
        const isDevelopment = command === 'dev'
        const isKnown = !isDevelopment || sections.length === 0
        const schemas = isKnown ? requireSchemas(sections, root) : 'unknown'
        read = () => readAll(content, schemas)
        // Before the content is read: what changes meanwhile is a change.
        const state = stateOf(content)
        const all = await read().catch((error: Error) => error)
        const { url, look } = all instanceof Error ? {} : all[0].portfolio.site
        const address = url ? new URL(url) : undefined
        const base = address?.pathname ?? config.base
        // An adapter names the folders of its server in what it builds.
        const isStaged = command === 'build' && !config.adapter && config.output === 'static'
        // `npm ci` deletes node_modules, in which Astro keeps encoded pictures by default.
        const isDefault = config.cacheDir.pathname.includes('/node_modules/')
        const cacheDir = isDefault ? new URL('.cache/', config.root) : config.cacheDir
        const cache = join(fileURLToPath(cacheDir), 'reward-codes')
        const settings = { content, cache, lateStyles: isStaged ? LATE_STYLES : undefined }
        const modules = {
          ...sectionModules(sections, root),
          ...(isKnown && { schemas: sharedSchemas(schemas) }),
          settings: `export default ${JSON.stringify(settings)}`,
        }
        const route = (pattern: string, file: string) =>
          injectRoute({ pattern, entrypoint: routeFile(file), prerender: true })
        for (const home of ['', ...languagesIn(content).map((language) => `/${language}`)]) {
          route(`${home}/`, 'index.astro')
          route(`${home}/[kind]`, 'legal.astro')
          route(`${home}/message/[page]`, 'result.astro')
          route(`${home}/projects/[story]`, 'story.astro')
          route(`${home}/projects/[story]/social-card.png`, 'story-card.ts')
          for (const pattern of FILES) route(home + pattern, 'files.ts')
        }
        route('/404', '404.astro')
        for (const pattern of SITE_FILES) route(pattern, 'files.ts')
        addWatchFile(content)
        if (isDevelopment) {
          addMiddleware({ order: 'pre', entrypoint: routeFile('report-once.ts') })
        }
        const keys = JSON.stringify(base.replace(/\/?$/, '/'))
        injectScript('head-inline', `(${inlined(boot)})(${keys})`)
        if (isStaged) injectScript('head-inline', `(${inlined(applyLateStyles)})()`)
        updateConfig({
          cacheDir,
          ...(address && { site: address.origin, base }),
          integrations: [react(), ...(isStaged ? [finishBuild(config, content)] : [])],
          ...(isStaged && { outDir: prepareStaging(config.outDir) }),
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
              contentPlugin(all, { folder: content, state, isDevelopment, read, modules }),
              ...(isStaged && look
                ? [lateStyles(fileURLToPath(routeFile('index.astro')), look)]
                : []),
              overridesPlugin(components, root),
            ],
            // All styles are in the page, which has a byte budget.
            ...(command === 'build' && {
              css: { modules: { generateScopedName: className } },
            }),
            resolve: { noExternal: BUNDLED },
            server: { fs: { deny: NOT_SERVED } },
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: SHARED_SCRIPTS } } } },
            },
            build: {
              cssTarget: BROWSERS,
              // The policy allows no fonts in styles.
              assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
            },
          },
        })
      },
      'astro:routes:resolved': (resolved) => {
        routes = resolved.routes
      },
      'astro:build:start': async () => {
        assertUntracked(folders.root)
        checkContent({ ...folders, all: await read(), routes })
      },
      // This hook runs before `finishBuild`, which replaces the site.
      'astro:build:done': async (built) => {
        checkPages(built, await read())
        await writePrivateResumes(folders, (message) => built.logger.warn(message))
      },
      'astro:server:setup': ({ server, logger }) => mountGateway(server, folders, logger),
    },
  }
}

function routeFile(name: string): URL {
  return pathToFileURL(join(PACKAGE_FOLDER, 'routes', name))
}

/** Bundled, EmailJS is loaded after the module that sets localStorage for it, and the others have our versions. */
const BUNDLED = ['@emailjs/browser', 'reward-codes-gateway', 'yaml', 'zod']

/** What a development server keeps to itself, which may be open to a network: Vite's defaults, and what is private. */
const NOT_SERVED = [
  ...['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'],
  ...['private.yaml', '**/private/{,*/}*'],
]

/** What the scripts of the page share is one file: a request costs a phone more than a few bytes. */
const SHARED_SCRIPTS = {
  groups: [
    {
      name: 'shared',
      test: (id: string) =>
        id.startsWith(PACKAGE_FOLDER) || /node_modules.react(-dom)?[\\/]|protocol\.[jt]s$/.test(id),
      minShareCount: 2,
    },
  ],
}

/** The source of a function, minified by the Vite of Astro: owners need not install one. */
function inlined(script: (...values: never[]) => void): string {
  const vite: typeof import('vite') = createRequire(requireOwn.resolve('astro'))('vite')
  const { code } = vite.minifySync('boot.js', `export default ${script}`)
  return code.replace(/^export default |;\s*$/g, '')
}
