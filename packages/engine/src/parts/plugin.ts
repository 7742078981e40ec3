import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'
import { codeFile } from '../folders.ts'
import { PART_NAMES, PARTS, type PartName } from '../page/parts.ts'
import type { OwnParts } from './own-parts.ts'
import { isForNode } from './packages.ts'
import { PUBLIC_FILE, PUBLIC_MODULE, publicNames } from './public-names.ts'

const SECTIONS = '\0own-sections'
const ISLANDS = '\0own-islands'
const ISLAND = '\0island:'
const PART = '\0part:'
const ORIGINAL = /^reward-codes\/original\/(\w+)$/

const FILES = new Map(PART_NAMES.map((name) => [codeFile(PARTS[name].file), name]))

/** Shows the owner's parts in place of the engine's, and around them. */
export function partsPlugin(read: () => OwnParts): Plugin {
  const isOwn = (name: PartName) => {
    const { replaced, slots } = read()
    return replaced[name] !== undefined || slots[name] !== undefined
  }
  const isOfOwner = (file: string) => file.startsWith(read().folder) && /\.tsx?$/.test(file)
  return {
    name: 'own-parts',
    enforce: 'pre',
    resolveId(id, importer) {
      if ([PART, ISLAND].some((start) => id.startsWith(start))) return id
      if (id === 'virtual:own-islands') return ISLANDS
      if (id === 'virtual:own-sections') return SECTIONS
      if (id === PUBLIC_MODULE) return PUBLIC_FILE
      const [, original = ''] = ORIGINAL.exec(id) ?? []
      if (Object.hasOwn(PARTS, original)) return codeFile(PARTS[original as PartName].file)
      if (!importer) return undefined
      const { config, mode } = this.environment
      const isServer = config.consumer === 'server'
      if (isServer && mode === 'build' && isOfOwner(importer) && isForNode(id, importer))
        return { id, external: true }
      if (!id.startsWith('.')) return undefined
      const path = join(dirname(importer), id)
      const island = read().islands.find(({ file }) => file === path || file === `${path}.tsx`)
      // The browser gets the component itself.
      if (island) return isServer ? ISLAND + island.name : undefined
      const name = FILES.get(path)
      return name && isOwn(name) ? PART + name : undefined
    },
    load(id) {
      if (id === SECTIONS) return sectionsModule(read())
      if (id === ISLANDS) return islandsModule(read())
      if (id.startsWith(ISLAND)) return islandModule(id.slice(ISLAND.length), read())
      if (!id.startsWith(PART)) return undefined
      return partModule(id.slice(PART.length) as PartName, read())
    },
    transform(code, id) {
      // The lines stay where they are, so the source map needs no change.
      return isOfOwner(id) && code.includes(PUBLIC_MODULE)
        ? { code: importEach(code, id), map: null }
        : undefined
    },
  }
}

/** What the server renders for an island. */
function islandModule(name: string, { islands }: OwnParts): string {
  const file = JSON.stringify(islands.find((island) => island.name === name)?.file)
  const own = JSON.stringify(codeFile('page/components/OwnIsland.tsx'))
  return [
    `import Component from ${file}`,
    `import { ownIsland } from ${own}`,
    `export default ownIsland(${JSON.stringify(name)}, ${file}, Component)`,
  ].join('\n')
}

/** How the browser hydrates the islands. */
function islandsModule({ islands }: OwnParts): string {
  const entries = islands.map(({ name, file, hydrate }) => {
    const load = `() => import(${JSON.stringify(file)})`
    return `${JSON.stringify(`parts/${name}`)}: { hydrate: '${hydrate}', load: ${load} }`
  })
  return `export default { ${entries.join()} }`
}

/** The components of the owner's sections by id. */
function sectionsModule({ sections }: OwnParts): string {
  const entries = Object.entries(sections)
  const imports = entries.map(([, file], index) => `import S${index} from ${JSON.stringify(file)}`)
  const fields = entries.map(([id], index) => `${JSON.stringify(id)}: S${index}`)
  return `${imports.join('\n')}\nexport default { ${fields.join()} }`
}

/** The module that stands in for the engine's file of a part. */
function partModule(name: PartName, { replaced, slots }: OwnParts): string {
  const part = JSON.stringify(replaced[name] ?? codeFile(PARTS[name].file))
  const around = Object.entries(slots[name] ?? {})
  if (around.length === 0) return `import Part from ${part}\nexport default Part`
  return [
    `import Part from ${part}`,
    `import { withSlots } from ${JSON.stringify(codeFile('page/components/Slots.tsx'))}`,
    ...around.map(([slot, file]) => `import ${slot} from ${JSON.stringify(file)}`),
    `export default withSlots('${name}', Part, { ${around.map(([slot]) => slot).join()} })`,
  ].join('\n')
}

/**
 * Imports each name of the public module from its own file. Importing the module would load the styles of all
 * components.
 */
export function importEach(code: string, id: string): string {
  const { module } = parseSync(id, code)
  const values = publicNames().filter(({ isType }) => !isType)
  let result = code
  for (const { start, end, moduleRequest, entries } of module.staticImports.toReversed()) {
    if (moduleRequest.value !== PUBLIC_MODULE) continue
    const imports = entries.flatMap(({ importName, localName, isType }) => {
      if (isType || !importName.name) return []
      // An unknown name may be a type, which is removed later.
      const { from, name } = values.find(({ exported }) => exported === importName.name) ?? {
        from: PUBLIC_MODULE,
        name: importName.name,
      }
      return `import { ${name} as ${localName.value} } from ${JSON.stringify(from)}`
    })
    // On one line, so that the lines of the owner keep their numbers.
    const lines = '\n'.repeat(code.slice(start, end).split('\n').length - 1)
    result = result.slice(0, start) + imports.join(';') + lines + result.slice(end)
  }
  return result
}

/** The URL of a package that the public module re-exports, as the engine itself imports it. */
export function resolvePublic(id: string): string | undefined {
  const isPublic = publicNames().some(({ from, isType }) => from === id && !isType)
  return isPublic ? import.meta.resolve(id) : undefined
}
