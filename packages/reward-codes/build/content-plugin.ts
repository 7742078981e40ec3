import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { stateOf } from '../content/load.ts'
import { imagesIn, isImageFile } from '../content/schema/assets.ts'
import { storyPath } from '../content/schema/projects.ts'
import { STORY_FOLDER, storyFilesIn } from '../content/stories.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { fallbackStyles, fontStyles } from '../styles/fonts.ts'
import { letterCounts } from '../styles/letters.ts'
import type { VitePlugin } from '../vite.ts'
import type { AllContent } from './check-content.ts'

/** The text of each virtual module, by its name. */
export type Modules = Record<string, string>

const PREFIX = 'virtual:reward-codes/'

/** Editors write a file in several steps. Content that is read in between is incomplete. */
const DEBOUNCE_MS = 100

type Site = {
  /** The folder of the content. */
  folder: string
  /** The state of its files before the start read them. */
  state: string
  isDevelopment: boolean
  /** Reads the content in all languages. Throws its errors. */
  read: () => Promise<AllContent>
  /** The modules that do not follow from the content. */
  modules: Modules
}

/**
 * Provides the virtual modules, computed once: when the content changes one of them in development, Astro starts again.
 * `all` is the content at the start, or its errors, which all modules then throw.
 */
export function contentPlugin(all: AllContent | Error, site: Site): VitePlugin {
  const { folder } = site
  const started = all instanceof Error ? undefined : configurationOf(all, site)
  let { state } = site
  return {
    name: 'reward-codes:content',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      if (all instanceof Error) throw all
      return started?.modules[id.slice(PREFIX.length + 1)]
    },
    configureServer({ environments, httpServer, watcher }) {
      let isOnlyStyles = true
      let timer: NodeJS.Timeout | undefined
      const update = async () => {
        // On a busy machine, one save may arrive as several changes: the second finds the files as they were.
        const last = state
        state = stateOf(folder)
        if (state === last) return
        const next = await site.read().catch(() => undefined)
        // Vite itself updates the page after a change of styles alone.
        const isUpdated = next && isOnlyStyles
        isOnlyStyles = true
        if (next && !isDeepStrictEqual(configurationOf(next, site), started)) {
          // Astro watches the folder (addWatchFile), and starts again at this event.
          watcher.emit('change', folder)
        } else if (!isUpdated) {
          for (const { hot } of Object.values(environments)) hot.send({ type: 'full-reload' })
        }
      }
      const settle = () => {
        clearTimeout(timer)
        timer = setTimeout(update, DEBOUNCE_MS)
      }
      watcher.on('all', (_, file) => {
        if (!file.startsWith(folder)) return
        isOnlyStyles &&= file.endsWith('.css')
        settle()
      })
      // Astro hears of no change while it starts again.
      httpServer?.once('listening', settle)
    },
  }
}

/** What a server keeps: the base of its addresses, and the modules. The content is no module: the routes call `load`. */
function configurationOf(all: AllContent, { folder, isDevelopment, modules }: Site) {
  const { look, url } = all[0].portfolio.site
  const images = all.flatMap(({ portfolio }) => imagesIn(portfolio).map(({ name }) => name))
  // The projects of other pages may be for other readers.
  const pages = all.flatMap(({ portfolio }) => portfolio.projects?.cards.map(({ page }) => page))
  const stories = storyFilesIn(folder).flatMap(({ name, address }) =>
    pages.includes(storyPath(address)) ? name : [],
  )
  const texts = all.map(({ portfolio: { site, strings } }, index) => [
    index === 0 ? 'main' : site.language,
    strings.form,
  ])
  const written: Modules = {
    ...modules,
    images: isDevelopment ? anyFileModule(folder) : filesModule(folder, images.filter(isImageFile)),
    stories: filesModule(join(folder, STORY_FOLDER), stories),
    styles: stylesModule(look, folder),
    'tokens.css': fallbackStyles(look) + tokens(all),
    'fonts.css': fontStyles(look),
    'form-strings': `export default ${JSON.stringify(Object.fromEntries(texts))}`,
  }
  return { url, modules: written }
}

/** Files by their names, each imported when a page needs it. */
function filesModule(folder: string, names: string[]): string {
  const entries = names.map(
    (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(join(folder, name))})`,
  )
  return `export default { ${entries} }`
}

/** In development, any file: the server knows no fields of the owner's sections. */
function anyFileModule(folder: string): string {
  const files = `import(/* @vite-ignore */ ${JSON.stringify(folder)} + '/' + name)`
  return `export default new Proxy({}, { get: (_, name) => () => ${files} })`
}

/** The styles of the page, in the order of the cascade. */
function stylesModule(look: string, content: string): string {
  const own = (name: string) => join(PACKAGE_FOLDER, `styles/${name}.css`)
  const theme = join(content, 'theme.css')
  const files = [
    ...(existsSync(theme) ? [theme] : []),
    own('tokens'),
    `${PREFIX}tokens.css`,
    own(`looks/${look}`),
    `${PREFIX}fonts.css`,
    ...['base', 'layout', 'layout-late', 'late', 'print'].map(own),
  ]
  return files.map((file) => `import ${JSON.stringify(file)}`).join('\n')
}

/** The tokens that follow from the content: the hue, and the counts of letters in each language. */
function tokens(all: AllContent): string {
  const languages = all.map(({ portfolio }) => portfolio.site.language)
  const counts = all.map(({ portfolio }) => letterCounts(portfolio, languages))
  return `:root{--hue:${all[0].portfolio.site.hue}}${counts.join('')}`
}
