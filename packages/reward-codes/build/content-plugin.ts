import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stateOf } from '../content/load.ts'
import { imagesIn, isImageFile } from '../content/schema/assets.ts'
import { storyPath } from '../content/schema/projects.ts'
import { STORY_FOLDER, storyFilesIn } from '../content/stories.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { fallbackStyles, fontStyles } from '../styles/fonts.ts'
import { letterCounts } from '../styles/letters.ts'
import type { VitePlugin, ViteServer } from '../vite.ts'
import type { AllContent } from './check-content.ts'

/** The text of each virtual module, by its name. */
export type Modules = Record<string, string>

const PREFIX = 'virtual:reward-codes/'

/** Editors write a file in several steps. Content that is read in between is incomplete. */
const DEBOUNCE_MS = 100

type Site = {
  /** The folder of the content. */
  folder: string
  isDevelopment: boolean
  /** Reads the content in all languages. Throws its errors. */
  read: () => Promise<AllContent>
  /** The modules that do not follow from the content. */
  modules: Modules
}

/** Provides the virtual modules. In development, a change of the content writes them again, and reloads the page. */
export function contentPlugin(all: AllContent | undefined, site: Site): VitePlugin {
  let modules = all && contentModules(all, site)
  return {
    name: 'reward-codes:content',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      const name = id.slice(PREFIX.length + 1)
      if (name in site.modules) return site.modules[name]
      // A request may come before `watchContent` knows of valid content.
      modules ??= contentModules(await site.read(), site)
      return modules[name]
    },
    configureServer(server) {
      watchContent(server, site, all, (next) => {
        modules = contentModules(next, site)
      })
    },
  }
}

/** What Vite must know of the content. The content itself is no module: the routes call `load`. */
function contentModules(all: AllContent, { folder, isDevelopment }: Site): Modules {
  const { look } = all[0].portfolio.site
  const texts = all.map(({ portfolio: { site, strings } }, index) => [
    index === 0 ? 'main' : site.language,
    strings.form,
  ])
  return {
    images: isDevelopment ? anyImage(folder) : imagesModule(all, folder),
    stories: storiesModule(all, folder),
    styles: stylesModule(all, folder),
    'fallback-fonts.css': fallbackStyles(look),
    'tokens.css': tokensModule(all),
    'fonts.css': fontStyles(look),
    'form-strings': `export default ${JSON.stringify(Object.fromEntries(texts))}`,
  }
}

/** In development, any file at the time of the request: the server knows no fields of the owner's sections. */
function anyImage(folder: string): string {
  return `export default async (name) =>
    (await import(/* @vite-ignore */ ${JSON.stringify(folder)} + '/' + name)).default`
}

/** The files of the images, which Astro encodes. */
function imagesModule(all: AllContent, folder: string): string {
  const images = all.flatMap(({ portfolio }) => imagesIn(portfolio))
  const names = [...new Set(images.map(({ name }) => name).filter(isImageFile))]
  const imports = names.map(
    (name, index) => `import image${index} from ${JSON.stringify(join(folder, name))}`,
  )
  const entries = names.map((name, index) => `[${JSON.stringify(name)}, image${index}]`)
  return [
    ...imports,
    `const images = new Map([${entries}])`,
    'export default (name) => images.get(name)',
  ].join('\n')
}

/** The longer stories that a page shows: the projects of the others may be for other readers. */
function storiesModule(all: AllContent, content: string): string {
  const pages = all.flatMap(({ portfolio }) => portfolio.projects?.cards.map(({ page }) => page))
  const entries = storyFilesIn(content)
    .filter(({ address }) => pages.includes(storyPath(address)))
    .map(({ name }) => {
      const file = join(content, STORY_FOLDER, name)
      return `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`
    })
  return `export default { ${entries} }`
}

/** The styles of the page, in the order of the cascade. */
function stylesModule([{ portfolio }]: AllContent, content: string): string {
  const { look } = portfolio.site
  const own = (name: string) => join(PACKAGE_FOLDER, `styles/${name}.css`)
  const theme = join(content, 'theme.css')
  const files = [
    ...(existsSync(theme) ? [theme] : []),
    `${PREFIX}fallback-fonts.css`,
    own('tokens'),
    `${PREFIX}tokens.css`,
    own(`looks/${look}`),
    `${PREFIX}fonts.css`,
    ...['base', 'layout', 'layout-late', 'late', 'print'].map(own),
  ]
  return files.map((file) => `import ${JSON.stringify(file)}`).join('\n')
}

/** The tokens that follow from the content: the hue, and the counts of letters in each language. */
function tokensModule(all: AllContent): string {
  const languages = all.map(({ portfolio }) => portfolio.site.language)
  const [{ portfolio }] = all
  const counts = all.map((each) => letterCounts(each.portfolio, languages))
  return `:root{--hue:${portfolio.site.hue}}${counts.join('')}`
}

/**
 * Calls `change` when a file of the content changes, also one that is added, deleted or renamed. With errors in the content,
 * the modules stay: a request may read what repairs them before this does.
 */
function watchContent(
  server: ViteServer,
  { folder, read }: Site,
  first: AllContent | undefined,
  change: (all: AllContent) => void,
) {
  let hasNewContent = false
  let isValid = first !== undefined
  let timer: NodeJS.Timeout | undefined
  let state = stateOf(folder)
  const update = async () => {
    // On a busy machine, one save may arrive as several changes: the second finds the files as they were.
    const last = state
    state = stateOf(folder)
    if (state === last) return
    const wasValid = isValid
    const all = await read().catch(() => undefined)
    isValid = all !== undefined
    // Astro watches the folder (addWatchFile), and starts again at this event.
    if (all && configurationOf(all, folder) !== (first && configurationOf(first, folder))) {
      return void server.watcher.emit('change', folder)
    }
    // Vite itself updates the page after a change of styles alone.
    if (!hasNewContent && isValid && wasValid) return
    hasNewContent = false
    if (all) change(all)
    for (const { hot, moduleGraph } of Object.values(server.environments)) {
      for (const [id, module] of moduleGraph.idToModuleMap) {
        if (id.startsWith(`\0${PREFIX}`)) moduleGraph.invalidateModule(module)
      }
      // On the server, a reload forgets all modules that have run.
      hot.send({ type: 'full-reload' })
    }
  }
  server.watcher.add(folder)
  server.watcher.on('all', (_, file) => {
    if (!file.startsWith(folder)) return
    hasNewContent ||= !file.endsWith('.css')
    clearTimeout(timer)
    timer = setTimeout(update, DEBOUNCE_MS)
  })
}

/** What Astro reads at a start alone: the routes, the addresses and the list of styles. */
function configurationOf(all: AllContent, folder: string): string {
  const sites = all.map(({ portfolio: { site } }) => [site.language, site.url])
  return JSON.stringify([stylesModule(all, folder), sites])
}
