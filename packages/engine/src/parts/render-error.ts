import { SourceMap } from 'node:module'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Diagnostic } from '../content/diagnostic.ts'
import type { OwnParts } from './own-parts.ts'
import { PUBLIC_FILE } from './public-names.ts'
import { mistake } from './syntax.ts'

/** A position in a stack. A folder may have parentheses in its name. */
const FRAME = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^\n]+?):(\d+):(\d+)\)?$/gm

type IslandPropsError = Error & { island: string }

type Position = { file: string; line: number; column: number }
type FindOriginal = (position: Position) => Position | undefined

/** Errors of the owner's parts that only show when the page is made. */
export class PartsError extends Error {
  readonly diagnostics: Diagnostic[]

  constructor(diagnostics: Diagnostic[]) {
    super('The parts have errors.')
    this.diagnostics = diagnostics
  }
}

/** The error, as one of the owner's parts if it was thrown there. */
export function asPartsError(
  error: unknown,
  { folder }: OwnParts,
  original: FindOriginal = (position) => position,
): unknown {
  if (error instanceof Error && 'island' in error) {
    return new PartsError([unserializable(error as IslandPropsError)])
  }
  const place = locateRenderError(error, folder, original)
  return place ? new PartsError([place]) : error
}

/**
 * The place in the owner's code where rendering failed, or undefined if it failed elsewhere. `original` finds
 * the position in the source of one in the stack.
 */
function locateRenderError(
  error: unknown,
  folder: string,
  original: FindOriginal,
): Diagnostic | undefined {
  if (!(error instanceof Error)) return undefined
  for (const [, file = '', line, column] of (error.stack ?? '').matchAll(FRAME)) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const found = original({ file: path, line: Number(line), column: Number(column) })
    if (!found?.file.startsWith(folder + sep)) continue
    const { line: foundLine, column: foundColumn } = found
    const diagnostic = mistake({ file: found.file, text: '' }, 0, describe(error))
    return { ...diagnostic, line: foundLine, column: foundColumn }
  }
  return undefined
}

function unserializable({ message, island }: IslandPropsError): Diagnostic {
  return mistake({ file: island, text: '' }, 0, {
    field: 'island',
    found: message,
    expected:
      'props that the page can carry: text, numbers, true, false, lists and objects of them',
  })
}

function describe({ name, message }: Error) {
  return {
    field: 'rendering',
    found: `${name}: ${message}`,
    expected: 'a component that renders the content',
  }
}

/** An error of the bundler. Its message has the code, the reason, and an excerpt. */
type BundleError = {
  code?: string
  message: string
  /** The module that does not export a name. */
  exporter?: string
  loc?: { file?: string; line: number; column: number }
}

/** Errors of the bundler in the owner's parts, such as an import of a name that a module does not export. */
export function asBundleError(error: unknown, { folder }: OwnParts): unknown {
  const { errors = [] } = (error ?? {}) as { errors?: BundleError[] }
  const own = errors.flatMap(({ code, message, exporter, loc }) => {
    if (!loc?.file?.startsWith(folder + sep)) return []
    const [reason = ''] = stripVTControlCharacters(message).split('\n')
    const found = reason.replace(/^\[\w+\] |\.$/g, '')
    const what = {
      field: 'bundling',
      found: exporter === PUBLIC_FILE ? found.replace(/by ".*"$/, 'by reward-codes/parts') : found,
      expected: code === 'MISSING_EXPORT' ? 'a name that the module exports' : 'code that bundles',
    }
    const diagnostic = mistake({ file: loc.file, text: '' }, 0, what)
    return { ...diagnostic, line: loc.line, column: loc.column + 1 }
  })
  return own.length > 0 ? new PartsError(own) : error
}

/** Looks positions up in the source map of a bundle. */
export function mapPositions(bundle: string, map: object) {
  const sources = new SourceMap(map as ConstructorParameters<typeof SourceMap>[0])
  return ({ file, line, column }: Position): Position | undefined => {
    if (file !== bundle) return undefined
    const entry = sources.findOrigin(line, column)
    if (!('fileName' in entry)) return undefined
    return {
      file: resolve(bundle, '..', entry.fileName),
      line: entry.lineNumber,
      column: entry.columnNumber,
    }
  }
}

export function missingSlot(name: string, folder: string): Diagnostic {
  return mistake({ file: `${folder}/${name}.inside.tsx`, text: '' }, 0, {
    field: `${name}.inside`,
    found: `${name}.tsx does not show it`,
    expected: `<InsideSlot /> in ${name}.tsx, or Section, which has one`,
  })
}
