import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { PUBLIC_MODULE, publicNames } from './public-names.ts'

const MAX_WIDTH = 100

/**
 * Copies a component of the engine as files of an owner: it imports what the package exports, and brings its
 * styles and the helpers that the package does not export.
 */
export function copyPart(file: string): Record<string, string> {
  const copies: Record<string, string> = {}
  const open = [file]
  for (const source of open) {
    const name = basename(source)
    if (name in copies) continue
    const text = readFileSync(source, 'utf8')
    const { code, files } = source.endsWith('.css')
      ? { code: text, files: [] }
      : rewriteImports(source, text)
    copies[name] = code
    open.push(...files)
  }
  return copies
}

type Edit = { start: number; end: number; text: string }

/**
 * Replaces imports of the engine's files. Returns the files that the copy needs beside it. Imports order the
 * styles of the page: one of components that follows the copy's own styles stays behind them.
 */
function rewriteImports(file: string, text: string) {
  const edits: Edit[] = []
  const files: string[] = []
  const shared: Shared[] = []
  let isAfterStyles = false
  for (const { start, end, from, specifiers } of relativeImports(file, text)) {
    const own = specifiers.filter(({ name }) => !publicNameOf(from, name))
    if (own.length > 0) {
      // A component in the folder of parts would be a part itself.
      if (dirname(from) !== dirname(file) || from.endsWith('.tsx')) {
        throw new Error(`${file} imports ${from}, which is not public.`)
      }
      files.push(from)
    }
    const edit = {
      start,
      end,
      text: own.length > 0 ? formatImport(own, `./${basename(from)}`) : '',
    }
    edits.push(edit)
    isAfterStyles ||= from.endsWith('.css')
    for (const specifier of specifiers) {
      const name = publicNameOf(from, specifier.name)
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

function publicNameOf(file: string, name: string): string | undefined {
  return publicNames().find((one) => one.from === file && one.name === name)?.exported
}

type Shared = Specifier & { edit: Edit; isStyled: boolean; isAfterStyles: boolean }

/** Whether a module brings styles, itself or with its imports. */
function hasStyles(file: string): boolean {
  if (file.endsWith('.css')) return true
  return relativeImports(file, readFileSync(file, 'utf8')).some(
    ({ from, specifiers }) =>
      (specifiers.length === 0 || specifiers.some(({ isType }) => !isType)) && hasStyles(from),
  )
}

/** An import of a file of the engine, and where it is in the text. */
type Import = { start: number; end: number; from: string; specifiers: Specifier[] }

/** A name that a module imports. */
type Specifier = { name: string; local: string; isType: boolean }

const DEFAULT = 'default'

function relativeImports(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value.startsWith('.'))
    .map(({ start, end, moduleRequest, entries }) => ({
      start,
      end,
      from: join(dirname(file), moduleRequest.value),
      specifiers: entries.map(({ importName, localName, isType }) => ({
        name: importName.name ?? DEFAULT,
        local: localName.value,
        isType,
      })),
    }))
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

/** An import in the order and the width of the code around it. */
function formatImport(specifiers: Specifier[], from: string): string {
  const [first] = specifiers
  if (first?.name === DEFAULT) return `import ${first.local} from '${from}'`
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
