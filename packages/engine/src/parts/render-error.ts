import { SourceMap } from 'node:module'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Diagnostic } from '../content/diagnostic.ts'
import { UserError } from '../user-error.ts'
import { mistake, type OwnParts } from './own-parts.ts'

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
    const diagnostic = mistake(found.file, describe(error))
    return { ...diagnostic, line: foundLine, column: foundColumn }
  }
  return undefined
}

function unserializable({ message, island }: IslandPropsError): Diagnostic {
  return mistake(island, {
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

/** An error of the bundler, with its own message: it has the file, the line and the code. */
export function asBundleError(error: unknown): unknown {
  const { errors } = (error ?? {}) as { errors?: { message: string }[] }
  if (!errors) return error
  return new UserError(
    errors.map(({ message }) => stripVTControlCharacters(message).trim()).join('\n\n'),
  )
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
  return mistake(`${folder}/${name}.inside.tsx`, {
    field: `${name}.inside`,
    found: `${name}.tsx does not show it`,
    expected: `<InsideSlot /> in ${name}.tsx, or Section, which has one`,
  })
}
