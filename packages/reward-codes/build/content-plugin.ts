import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { languagesIn } from '../content/languages.ts'
import { stateOf } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { imagesIn } from '../content/schema/assets.ts'
import type { Look } from '../content/schema/looks.ts'
import type { OwnSections } from '../content/schema/own-sections.ts'
import { storyPath } from '../content/schema/projects.ts'
import { STORY_FOLDER } from '../content/stories.ts'
import { findThemeErrors } from '../content/theme.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { type ImageFolders, imageFiles, withDrawings } from '../images/drawings.ts'
import { COMPONENT } from '../overrides.ts'
import { letterCounts } from '../styles/letters.ts'
import type { VitePlugin, ViteServer } from '../vite.ts'
import { type AllContent, readAll } from './check-content.ts'

type WriteModule = (all: AllContent, folders: ImageFolders, isServer: boolean) => string

const FORM_STRINGS = '\0virtual:reward-codes/form-strings'

/** The modules that depend on the content, by id. The content itself is none: the routes call `load`. */
const MODULES: Record<string, WriteModule> = {
  '\0virtual:reward-codes/images': imagesModule,
  '\0virtual:reward-codes/styles': stylesModule,
  // The browser loads the texts of the form with the form.
  [FORM_STRINGS]: formStringsModule,
}

/** The file with the hue and the counts of letters. As Vite names files, on Windows as well. */
const TOKENS = join(PACKAGE_FOLDER, 'styles/tokens.css').replaceAll('\\', '/')

/**
 * A section that the content does not have, or the file of a story that no page shows: neither it nor its styles and
 * pictures are in the site.
 */
const ABSENT = '\0virtual:reward-codes/absent'

/** The file of a longer story, as the page of a story imports it. */
const STORY = new RegExp(`/content/${STORY_FOLDER}/([^/.]+)[^/]*\\.md$`)

/** Editors write a file in several steps. Content that is read in between is incomplete. */
const DEBOUNCE_MS = 100

/**
 * Provides what Vite must know of the content: the images that Astro encodes, the styles of the look and of theme.css,
 * and the texts of the form, and adds the counts of letters to the styles.
 */
export function contentPlugin(folders: ImageFolders, sections: OwnSections): VitePlugin {
  let isBuild = false
  // A build has checked the content before. In development, the page says what is wrong.
  const read = () => readAll(folders.content, sections).catch(() => undefined)
  return {
    name: 'reward-codes:content',
    // Before the styles are compiled.
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async resolveId(id) {
      if (`\0${id}` in MODULES || `\0${id}`.startsWith(`${FORM_STRINGS}/`)) return `\0${id}`
      const [, story] = STORY.exec(id) ?? []
      if (isBuild && story) return isShown(story, await read()) ? undefined : ABSENT
      if (!isBuild || !id.startsWith(COMPONENT)) return undefined
      return isAbsent(id.slice(COMPONENT.length), (await read())?.[0].portfolio)
        ? ABSENT
        : undefined
    },
    async load(id, { ssr = false } = {}) {
      if (id === ABSENT) return 'export default undefined'
      if (!isBuild && id === '\0virtual:reward-codes/images') return IMAGES_IN_DEVELOPMENT
      const [name = '', language] = id.split(`${FORM_STRINGS}/`)
      const write = language ? undefined : MODULES[name]
      if (!language && !write) return undefined
      const all = await read()
      if (!all) return 'export default () => ({})'
      return write ? write(all, folders, ssr) : `export default ${formStrings(all, language)}`
    },
    async transform(code, id) {
      const all = id === TOKENS && (await read())
      if (!all) return undefined
      const languages = all.map(({ portfolio }) => portfolio.site.language)
      const [{ portfolio }] = all
      const counts = all.map((each) => letterCounts(each.portfolio, languages))
      const styles = code.replace(/--hue: \d+/, `--hue: ${portfolio.site.hue}`)
      return { code: styles + counts.join(''), map: null }
    },
    configureServer(server) {
      watchContent(server, folders.content, read)
    },
  }
}

/** Any file, at the time of the request. */
const IMAGES_IN_DEVELOPMENT =
  'export default async (file) => (await import(/* @vite-ignore */ file)).default'

/** The files of the images, which Astro encodes. */
function imagesModule(all: AllContent, folders: ImageFolders): string {
  const located = all.flatMap(({ portfolio }) => {
    const shown = withDrawings(portfolio)
    return imagesIn(shown).map(imageFiles(shown, folders))
  })
  const files = [...new Set(located.flatMap((found) => ('file' in found ? found.file : [])))]
  const imports = files.map((file, index) => `import image${index} from ${JSON.stringify(file)}`)
  const entries = files.map((file, index) => `[${JSON.stringify(file)}, image${index}]`)
  return [
    ...imports,
    `const images = new Map([${entries.join(', ')}])`,
    'export default (file) => images.get(file)',
  ].join('\n')
}

/** A function that returns the texts of the form in a language; in the browser, how to import them if there are several. */
function formStringsModule(all: AllContent, _: ImageFolders, isServer: boolean): string {
  const [main, ...others] = all.map(({ portfolio }) => portfolio.site.language)
  if (others.length === 0) return `export default () => (${formStrings(all, main)})`
  const entries = [main, ...others].map((language) => {
    const id = JSON.stringify(`${FORM_STRINGS.slice(1)}/${language}`)
    return `${JSON.stringify(language)}: ${isServer ? formStrings(all, language) : `() => import(${id})`}`
  })
  return [
    `const all = { ${entries.join(', ')} }`,
    `export default (language = ${JSON.stringify(main)}) => all[language]`,
  ].join('\n')
}

function formStrings(all: AllContent, language: string | undefined): string {
  const found = all.find(({ portfolio }) => portfolio.site.language === language) ?? all[0]
  return JSON.stringify(found.portfolio.strings.form)
}

function isAbsent(component: string, portfolio: Portfolio | undefined): boolean {
  if (component === 'CustomSection') return portfolio?.customSections.length === 0
  return component === 'Testimonials' && !portfolio?.testimonials
}

/** Whether a page shows a story: its project may be for other readers. */
function isShown(id: string, all: AllContent | undefined): boolean {
  return !!all?.some(({ portfolio }) =>
    portfolio.projects?.cards.some(({ page }) => page === storyPath(id)),
  )
}

/** The styles of the page, in the order of the cascade. */
function stylesModule([{ portfolio }]: AllContent, folders: ImageFolders): string {
  const { look } = portfolio.site
  const own = join(PACKAGE_FOLDER, 'styles')
  const theme = join(folders.content, 'theme.css')
  const files = [
    ...(existsSync(theme) ? [theme] : []),
    ...[
      `fonts/fallback-${look}`,
      'tokens',
      `looks/${look}`,
      `fonts/${look}`,
      'base',
      'layout',
      'layout-late',
      'late',
      'print',
    ].map((name) => `${own}/${name}.css`),
  ]
  return files.map((file) => `import ${JSON.stringify(file)}`).join('\n')
}

/** Reloads the page when a file of the content changes, also one that is added, deleted or renamed. */
function watchContent(
  server: ViteServer,
  folder: string,
  read: () => Promise<AllContent | undefined>,
) {
  let hasNewContent = false
  let timer: NodeJS.Timeout | undefined
  let isFaulty = false
  let state = stateOf(folder)
  let look: Look | undefined
  const languages = languagesIn(folder).join()
  void read().then((loaded) => {
    look = loaded?.[0].portfolio.site.look
  })
  const update = async () => {
    // A busy machine may see one save as several changes.
    const last = state
    state = stateOf(folder)
    if (state === last) return
    // Vite itself updates styles.
    const wasFaulty = isFaulty
    isFaulty = findThemeErrors(folder).length > 0
    if (!hasNewContent && isFaulty === wasFaulty) return
    hasNewContent = false
    // Each language has routes of its own, which only a restart of Astro adds: it watches the folder (addWatchFile).
    if (languagesIn(folder).join() !== languages) {
      return void server.watcher.emit('change', folder)
    }
    const next = (await read())?.[0].portfolio.site.look ?? look
    // Astro keeps the styles that it has collected.
    if (look && next !== look) return void server.restart()
    look = next
    for (const environment of Object.values(server.environments)) {
      const { moduleGraph } = environment
      for (const [id, module] of moduleGraph.idToModuleMap) {
        if (id in MODULES || id === TOKENS) moduleGraph.invalidateModule(module)
      }
      // On the server, it forgets all that has run.
      environment.hot.send({ type: 'full-reload' })
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
