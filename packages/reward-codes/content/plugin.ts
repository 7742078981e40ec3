import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkNames } from 'reward-codes/internal/content/check-names.ts'
import { type Diagnostic, formatDiagnostics } from 'reward-codes/internal/content/diagnostic.ts'
import { parseContent } from 'reward-codes/internal/content/load.ts'
import { mapImages } from 'reward-codes/internal/content/resolve.ts'
import { typeset } from 'reward-codes/internal/content/typography.ts'
import { type ImageFolders, imageFiles, withDrawings } from '../images/drawings.ts'
import type { VitePlugin, ViteServer } from '../vite.ts'
import { menuBreakpoint } from './menu-breakpoint.ts'
import type { ImageAsset, PortfolioWith } from './schema.ts'

const CONTENT = 'virtual:reward-codes/content'
const STYLES = 'virtual:reward-codes/styles'
const MODULES = [CONTENT, STYLES].map((name) => `\0${name}`)

/** Stands for a media query in the styles of the header. */
const MENU_INLINE = '(--menu-inline)'

/** Editors write a file in several steps. Content that is read in between is incomplete. */
const DEBOUNCE_MS = 30

/**
 * Provides the content as a module for the routes: texts as they are shown, each image as an import that Astro
 * encodes. Provides the styles of the look and of theme.css, and the breakpoint of the menu.
 */
export function contentPlugin(folders: ImageFolders): VitePlugin {
  let current: ReturnType<typeof readContent> | undefined
  const read = () => {
    current ??= readContent(folders.content)
    return current
  }
  return {
    name: 'reward-codes:content',
    // Before the styles are compiled.
    enforce: 'pre',
    resolveId: (id) => (id === CONTENT || id === STYLES ? `\0${id}` : undefined),
    async load(id) {
      if (id === MODULES[0]) return contentModule(await read(), folders)
      return id === MODULES[1] ? stylesModule(await read(), folders.content) : undefined
    },
    async transform(code, id) {
      if (!id.includes('.css') || !code.includes(MENU_INLINE)) return undefined
      const query = `(width >= ${menuBreakpoint(await read())}em)`
      return { code: code.replaceAll(MENU_INLINE, query), map: null }
    },
    configureServer(server) {
      watchContent(server, folders.content, () => {
        current = undefined
      })
    },
  }
}

/** Reads the content, or throws an error with all diagnostics, located at the first one. */
async function readContent(folder: string): Promise<PortfolioWith<ImageAsset>> {
  const loaded = await parseContent(folder, checkNames(folder))
  if (loaded.ok) return loaded.portfolio
  throw contentError(loaded.diagnostics)
}

function contentError(diagnostics: Diagnostic[]): Error {
  const [first] = diagnostics
  const loc = first && { file: resolve(first.file), line: first.line, column: first.column }
  const hint = first?.suggestion && `Did you mean ${first.suggestion}?`
  const error = new Error(formatDiagnostics(diagnostics).trim())
  return Object.assign(error, { name: 'ContentError', id: loc?.file, loc, hint, stack: '' })
}

async function contentModule(portfolio: PortfolioWith<ImageAsset>, folders: ImageFolders) {
  const shown = withDrawings(typeset(portfolio))
  const locate = await imageFiles(shown, folders)
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
    `export const folder = ${JSON.stringify(folders.content)}`,
    `export const brandFile = ${JSON.stringify(shown.brand.image && brandFile(locate(shown.brand.image)))}`,
  ].join('\n')
}

function brandFile(found: { file: string } | { url: string }): string | undefined {
  return 'file' in found ? found.file : undefined
}

/** The styles of the page, in the order of the cascade. */
function stylesModule({ site: { look } }: PortfolioWith<ImageAsset>, folder: string): string {
  const own = join(import.meta.dirname, '../styles')
  const theme = join(folder, 'theme.css')
  const files = [
    `${own}/fonts/${look}.css`,
    ...(existsSync(theme) ? [theme] : []),
    ...[`tokens`, `looks/${look}`, 'base', 'print'].map((name) => `${own}/${name}.css`),
  ]
  return files.map((file) => `import ${JSON.stringify(file)}`).join('\n')
}

/** Reloads the page when a file of the content changes, also one that is added, deleted or renamed. */
function watchContent(server: ViteServer, folder: string, forget: () => void) {
  server.watcher.add(folder)
  let timer: NodeJS.Timeout | undefined
  const update = () => {
    forget()
    for (const { moduleGraph } of Object.values(server.environments)) {
      for (const id of MODULES) {
        const module = moduleGraph.getModuleById(id)
        if (module) moduleGraph.invalidateModule(module)
      }
    }
    server.environments.client.hot.send({ type: 'full-reload' })
  }
  server.watcher.on('all', (_, file) => {
    // Vite itself updates styles.
    if (!file.startsWith(folder) || file.endsWith('.css')) return
    clearTimeout(timer)
    timer = setTimeout(update, DEBOUNCE_MS)
  })
}
