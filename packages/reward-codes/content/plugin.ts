import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkTypeset, type Warn, withoutResumeFile } from '../files/typeset-files.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { contentAssets } from '../images/check.ts'
import { type ImageFolders, imageFiles, withDrawings } from '../images/drawings.ts'
import { COMPONENT } from '../overrides.ts'
import { UserError } from '../user-error.ts'
import type { VitePlugin, ViteRunner, ViteServer } from '../vite.ts'
import type { ImageAsset } from './assets.ts'
import { type Diagnostic, formatDiagnostics } from './diagnostic.ts'
import { readHue } from './hue.ts'
import { parseContent } from './load.ts'
import { menuBreakpoint } from './menu-breakpoint.ts'
import { findObstacles } from './public-site.ts'
import { mapImages } from './resolve.ts'
import type { PortfolioWith } from './schema.ts'
import { typeset } from './typography.ts'

type WriteModule = (content: Content, folders: ImageFolders) => Promise<string> | string

/** The source of each module, by its id. */
const MODULES: Record<string, WriteModule> = {
  '\0virtual:reward-codes/content': contentModule,
  '\0virtual:reward-codes/styles': stylesModule,
  // Apart from the content: the browser loads the texts of the form with the form.
  '\0virtual:reward-codes/form-strings': formStringsModule,
}

/** A section that the content does not have: neither its component nor its styles are in the page. */
const ABSENT = '\0virtual:reward-codes/absent'

/** Stands for a media query in the styles of the header. */
const MENU_INLINE = '(--menu-inline)'

/** A rule for one look, as all our styles are formatted. */
const LOOK_RULE = /^( *):root\[data-look="(\w+)"\][^{},]*\{\n.*?^\1\}\n/ms

/** Editors write a file in several steps. Content that is read in between is incomplete. */
const DEBOUNCE_MS = 30

/**
 * Provides the content as a module for the routes: texts as they are shown, each image as an import that Astro
 * encodes. Provides the styles of the look and of theme.css, and the breakpoint of the menu.
 */
export function contentPlugin(folders: ImageFolders, warn: Warn): VitePlugin {
  let current: ReturnType<typeof readContent> | undefined
  let isBuild = false
  const read = () => {
    current ??= readContent(folders.content, isBuild, warn)
    return current
  }
  return {
    name: 'reward-codes:content',
    // Before the styles are compiled.
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async resolveId(id) {
      if (`\0${id}` in MODULES) return `\0${id}`
      if (!isBuild || !id.startsWith(COMPONENT)) return undefined
      return isAbsent(id.slice(COMPONENT.length), (await read()).portfolio) ? ABSENT : undefined
    },
    async load(id) {
      if (id === ABSENT) return 'export default undefined'
      return MODULES[id]?.(await read(), folders)
    },
    async transform(code, id) {
      if (!id.includes('.css') || !(code.includes(MENU_INLINE) || LOOK_RULE.test(code)))
        return undefined
      const { portfolio } = await read()
      const query = `(width >= ${menuBreakpoint(portfolio)}em)`
      const styles = code.replaceAll(MENU_INLINE, query)
      if (this.environment.mode === 'dev') return { code: styles, map: null }
      return { code: withoutOtherLooks(styles, portfolio.site.look), map: null }
    },
    configureServer(server) {
      watchContent(server, folders.content, () => {
        current = undefined
      })
    },
  }
}

type Content = { portfolio: PortfolioWith<ImageAsset>; hasCard: boolean }

/** Reads the content, or throws an error with all diagnostics, located at the first one. */
async function readContent(folder: string, isBuild: boolean, warn: Warn): Promise<Content> {
  const loaded = await parseContent(folder, contentAssets(folder))
  if (!loaded.ok) throw contentError(loaded.diagnostics)
  const obstacles = isBuild ? findObstacles(loaded, process.env) : []
  if (obstacles.length > 0) {
    const heading = `The site is not ready for ${loaded.portfolio.site.url}`
    throw new UserError([heading, ...obstacles].join('\n\n'))
  }
  const { portfolio, source } = loaded
  const written = mapImages(portfolio, ({ name }) => name)
  const { hasResume, hasCard } = checkTypeset(written, source, warn)
  return { portfolio: hasResume ? portfolio : withoutResumeFile(portfolio), hasCard }
}

/** Astro's overlay shows the place and the hint of the first error, the terminal all of them. */
function contentError(diagnostics: Diagnostic[]): Error {
  const [first, ...others] = diagnostics
  if (!first) return new Error('The content has errors.')
  const { file, line, column, field, suggestion } = first
  const text = formatDiagnostics([{ ...first, suggestion: undefined }, ...others]).trim()
  return Object.assign(new UserError(text), {
    name: 'ContentError',
    loc: { file: resolve(file), line, column },
    hint: suggestion && `${field}: did you mean ${suggestion}?`,
  })
}

async function contentModule({ portfolio, hasCard }: Content, folders: ImageFolders) {
  const shown = withDrawings(typeset(portfolio))
  const locate = imageFiles(shown, folders)
  const files: string[] = []
  const content = mapImages(shown, (image) => {
    const found = locate(image)
    if ('url' in found) return { slot: image.slot, source: found.url }
    if (!files.includes(found.file)) files.push(found.file)
    return { slot: image.slot, source: { import: files.indexOf(found.file) } }
  })
  const imports = files.map((file, index) => `import image${index} from ${JSON.stringify(file)}`)
  const value = JSON.stringify(content).replace(/\{"import":(\d+)\}/g, 'image$1')
  return [
    ...imports,
    `export default ${value}`,
    // Programs get the characters that the owner wrote.
    `export const written = ${JSON.stringify(mapImages(portfolio, ({ name }) => name))}`,
    `export const hasCard = ${hasCard}`,
    `export const folder = ${JSON.stringify(folders.content)}`,
    `export const brandFile = ${JSON.stringify(shown.brand.image && brandFile(locate(shown.brand.image)))}`,
  ].join('\n')
}

function formStringsModule({ portfolio }: Content): string {
  return `export default ${JSON.stringify(typeset(portfolio).strings.form)}`
}

function brandFile(found: { file: string } | { url: string }): string | undefined {
  return 'file' in found ? found.file : undefined
}

function isAbsent(component: string, portfolio: PortfolioWith<ImageAsset>): boolean {
  if (component === 'CustomSection') return portfolio.customSections.length === 0
  return component === 'Testimonials' && !portfolio.testimonials
}

/** A page has one look, and all its styles in its HTML. */
function withoutOtherLooks(styles: string, look: string): string {
  return styles.replace(new RegExp(LOOK_RULE, 'gms'), (rule, _, name) =>
    name === look ? rule : '',
  )
}

/** The styles of the page, in the order of the cascade. */
function stylesModule({ portfolio }: Content, folders: ImageFolders): string {
  const { look } = portfolio.site
  const own = join(PACKAGE_FOLDER, 'styles')
  const theme = join(folders.content, 'theme.css')
  const files = [
    `${own}/fonts/${look}.css`,
    ...(existsSync(theme) ? [theme] : []),
    ...[`tokens`, `looks/${look}`, 'base', 'print'].map((name) => `${own}/${name}.css`),
  ]
  return files.map((file) => `import ${JSON.stringify(file)}`).join('\n')
}

/** Reloads the page when a file of the content changes, also one that is added, deleted or renamed. */
function watchContent(server: ViteServer, folder: string, forget: () => void) {
  let hasNewContent = false
  let timer: NodeJS.Timeout | undefined
  let hue = readHue(folder)
  const update = async () => {
    // Vite itself updates styles, but not what is drawn in the hue of the theme.
    const before = hue
    hue = readHue(folder)
    const isChanged = hasNewContent || hue !== before
    hasNewContent = false
    if (isChanged) invalidateContent(server, forget)
    const hasRetried = await invalidateFailed(server)
    if (isChanged || hasRetried) server.environments.client.hot.send({ type: 'full-reload' })
  }
  server.watcher.add(folder)
  server.watcher.on('all', (_, file) => {
    if (file.startsWith(folder) && !file.endsWith('.css')) {
      hasNewContent = true
      // At once: a page that shows an error reloads itself, and then hears of nothing.
      invalidateContent(server, forget)
    }
    clearTimeout(timer)
    timer = setTimeout(update, DEBOUNCE_MS)
  })
}

function invalidateContent(server: ViteServer, forget: () => void) {
  forget()
  for (const { moduleGraph } of Object.values(server.environments)) {
    for (const id of Object.keys(MODULES)) {
      const module = moduleGraph.getModuleById(id)
      if (module) moduleGraph.invalidateModule(module)
    }
  }
}

/**
 * Forgets the modules that could not be loaded. Vite does not know the importers of a module that failed when it was
 * first loaded: they would keep its error, and Astro would answer 500 until a restart.
 */
async function invalidateFailed(server: ViteServer): Promise<boolean> {
  let count = 0
  for (const environment of Object.values(server.environments)) {
    if (!('runner' in environment)) continue
    const { evaluatedModules } = environment.runner as ViteRunner
    for (const evaluated of evaluatedModules.idToModuleMap.values()) {
      const hasFailed = await Promise.race([evaluated.promise, false]).then(
        () => false,
        () => true,
      )
      if (!hasFailed) continue
      count++
      evaluatedModules.invalidateModule(evaluated)
      const module = environment.moduleGraph.getModuleById(evaluated.id)
      if (module) environment.moduleGraph.invalidateModule(module)
    }
  }
  return count > 0
}
