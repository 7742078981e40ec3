import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'

/** The package's interface for parts, from which a copy imports. */
export const PUBLIC_MODULE = 'reward-codes/parts'
const MAX_WIDTH = 100

/** Exported names of the engine's files, as `file#name`, with their names in the public module. */
export type PublicNames = Map<string, string>

/** The names that a module re-exports from other files. */
export function readPublicNames(file: string): PublicNames {
  const names: PublicNames = new Map()
  for (const node of parse(file, readFileSync(file, 'utf8'))) {
    if (node.type !== 'ExportNamedDeclaration' || !node.source) continue
    const from = join(dirname(file), node.source.value)
    for (const { local, exported } of node.specifiers) {
      names.set(`${from}#${nameOf(local)}`, nameOf(exported))
    }
  }
  return names
}

/**
 * Copies a component of the engine as files of an owner: its default export is the component, it imports
 * what the package exports, and brings its styles and the helpers that the package does not export.
 */
export function copyPart(
  file: string,
  component: string,
  names: PublicNames,
): Record<string, string> {
  const copies: Record<string, string> = {}
  const open = [file]
  for (const source of open) {
    const name = basename(source)
    if (name in copies) continue
    const text = readFileSync(source, 'utf8')
    const { code, files } = source.endsWith('.css')
      ? { code: text, files: [] }
      : rewriteImports(source, text, names)
    copies[name] = code
    open.push(...files)
  }
  const entry = basename(file)
  const start = `export function ${component}(`
  if (!copies[entry]?.includes(start)) throw new Error(`${file} does not export ${component}.`)
  copies[entry] = copies[entry].replace(start, start.replace('export', 'export default'))
  return copies
}

type Edit = { start: number; end: number; text: string }

/**
 * Replaces imports of the engine's files. Returns the files that the copy needs beside it. Imports order the
 * styles of the page: one of components that follows the copy's own styles stays behind them.
 */
function rewriteImports(file: string, text: string, names: PublicNames) {
  const edits: Edit[] = []
  const files: string[] = []
  const shared: Shared[] = []
  let isAfterStyles = false
  for (const node of relativeImports(file, text)) {
    const from = join(dirname(file), node.source.value)
    const specifiers = node.specifiers.map((specifier) => readSpecifier(node, specifier))
    const own = specifiers.filter(({ name = '' }) => !names.has(`${from}#${name}`))
    if (own.length > 0) {
      // A component in the folder of parts would be a part itself.
      if (dirname(from) !== dirname(file) || from.endsWith('.tsx')) {
        throw new Error(`${file} imports ${from}, which is not public.`)
      }
      files.push(from)
    }
    const { start, end } = node
    const edit = {
      start,
      end,
      text: own.length > 0 ? formatImport(own, `./${basename(from)}`) : '',
    }
    edits.push(edit)
    isAfterStyles ||= from.endsWith('.css')
    for (const specifier of specifiers) {
      const name = names.get(`${from}#${specifier.name}`)
      const isStyled = !specifier.isType && hasStyles(from)
      if (name) shared.push({ ...specifier, name, edit, isStyled, isAfterStyles })
    }
  }
  const [before, after] = [false, true].map((side) =>
    shared.filter(({ isStyled, isAfterStyles }) => isStyled && isAfterStyles === side),
  )
  const isBehind = (one: Shared) =>
    after?.length && (before?.length ? one.isStyled && one.isAfterStyles : true)
  for (const group of [shared.filter((one) => !isBehind(one)), shared.filter(isBehind)]) {
    const place = (group.find(({ isStyled }) => isStyled) ?? group[0])?.edit
    if (place)
      place.text = [formatImport(group, PUBLIC_MODULE), place.text].filter(Boolean).join('\n')
  }
  return { code: apply(text, edits), files }
}

type Shared = Specifier & { edit: Edit; isStyled: boolean; isAfterStyles: boolean }

/** Whether a module brings styles, itself or with its imports. */
function hasStyles(file: string): boolean {
  if (file.endsWith('.css')) return true
  return relativeImports(file, readFileSync(file, 'utf8')).some(
    ({ importKind, source }) =>
      importKind !== 'type' && hasStyles(join(dirname(file), source.value)),
  )
}

function relativeImports(file: string, text: string): ImportDeclaration[] {
  return parse(file, text).filter(
    (node) => node.type === 'ImportDeclaration' && node.source.value.startsWith('.'),
  ) as ImportDeclaration[]
}

/** Applies edits from the end to the beginning. An import without a replacement takes its line with it. */
function apply(text: string, edits: Edit[]): string {
  return edits.toReversed().reduce((code, { start, end, text: replacement }) => {
    const rest = code.slice(end)
    return (
      code.slice(0, start) + (replacement || '') + (replacement ? rest : rest.replace(/^\n/, ''))
    )
  }, text)
}

/** A name that a module imports: without `name`, the default export. */
type Specifier = { name?: string; local: string; isType: boolean }

function readSpecifier(
  { importKind }: ImportDeclaration,
  specifier: ImportDeclaration['specifiers'][number],
): Specifier {
  const local = specifier.local.name
  if (specifier.type !== 'ImportSpecifier') return { local, isType: importKind === 'type' }
  const isType = importKind === 'type' || specifier.importKind === 'type'
  return { name: nameOf(specifier.imported), local, isType }
}

/** An import in the order and the width of the code around it. */
function formatImport(specifiers: Specifier[], from: string): string {
  const [first] = specifiers
  if (first && first.name === undefined) return `import ${first.local} from '${from}'`
  const areTypes = specifiers.every(({ isType }) => isType)
  const sorted = specifiers
    .toSorted((one, other) => one.local.localeCompare(other.local, 'en'))
    .map(({ name, local, isType }) => {
      const renamed = name === local ? local : `${name} as ${local}`
      return isType && !areTypes ? `type ${renamed}` : renamed
    })
  const keyword = areTypes ? 'import type' : 'import'
  const line = `${keyword} { ${sorted.join(', ')} } from '${from}'`
  if (line.length <= MAX_WIDTH) return line
  return `${keyword} {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}'`
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number]
type ImportDeclaration = Extract<Statement, { type: 'ImportDeclaration' }>
type ImportSpecifier = Extract<ImportDeclaration['specifiers'][number], { type: 'ImportSpecifier' }>

function parse(file: string, text: string): Statement[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program.body
}

function nameOf(name: ImportSpecifier['imported']): string {
  return name.type === 'Literal' ? name.value : name.name
}
