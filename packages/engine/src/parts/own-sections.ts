import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { rolldown } from 'rolldown'
import { z } from 'zod'
import type { Diagnostic } from '../content/diagnostic.ts'
import { type OwnSections, setOwnSections } from '../content/own-sections.ts'
import { CACHE_FOLDER } from '../folders.ts'
import { mistake, type OwnParts, readOwnParts } from './own-parts.ts'
import { importEach, resolvePublic } from './plugin.ts'
import { asPartsError, mapPositions, PartsError } from './render-error.ts'

/** The code that the schemas were loaded from. */
let loadedText = ''
let lastDiagnostics: Diagnostic[] = []

/** Loads the schemas of the owner's sections, for all that reads content from then on. */
export async function loadOwnSections(
  { parts, diagnostics } = readOwnParts(),
): Promise<Diagnostic[]> {
  if (parts.text === loadedText) return lastDiagnostics
  const schemas: OwnSections = {}
  lastDiagnostics = []
  for (const [id, file] of Object.entries(parts.sections)) {
    // Code with mistakes is reported where it is read.
    const loaded = diagnostics.length === 0 ? await loadSchema(file, parts) : undefined
    schemas[id] = loaded instanceof z.ZodObject ? loaded : undefined
    if (loaded instanceof PartsError) lastDiagnostics.push(...loaded.diagnostics)
    else if (diagnostics.length === 0 && !schemas[id]) lastDiagnostics.push(noSchema(file, id))
  }
  loadedText = parts.text
  setOwnSections(schemas)
  return lastDiagnostics
}

/** Runs the part of a file on which its schema depends: without styles and components. */
async function loadSchema(file: string, parts: OwnParts): Promise<unknown> {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CACHE_FOLDER, 'section-'))
  const bundled = join(folder, 'schema.mjs')
  let map: object | undefined
  try {
    const bundle = await rolldown({
      input: 'schema',
      treeshake: { moduleSideEffects: false },
      logLevel: 'silent',
      plugins: [schemaOnly(file, parts)],
    })
    const { output } = await bundle.generate({ format: 'esm', sourcemap: true })
    await bundle.close()
    map = output[0].map ?? undefined
    writeFileSync(bundled, output[0].code)
    const { schema } = await import(pathToFileURL(bundled).href)
    return schema
  } catch (error) {
    const fault = asPartsError(error, parts, map && mapPositions(bundled, map))
    return fault instanceof PartsError ? fault : new PartsError([failed(file, error)])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function schemaOnly(file: string, parts: OwnParts) {
  const isOwn = (id: string) => id.startsWith(parts.folder)
  return {
    name: 'schema-only',
    resolveId(id: string, importer: string | undefined) {
      if (id === 'schema') return id
      if (/\.css$|\?/.test(id)) return '\0empty'
      if (id.startsWith('.') || (isAbsolute(id) && isOwn(id))) return undefined
      // The copy that is running, so that its classes are the same.
      const engine = isAbsolute(id) ? pathToFileURL(id).href : resolvePublic(id)
      return { id: engine ?? id, external: true, moduleSideEffects: false, importer }
    },
    load(id: string) {
      if (id === 'schema') return `export { schema } from ${JSON.stringify(file)}`
      return id === '\0empty' ? 'export default {}' : undefined
    },
    transform(code: string, id: string) {
      return isOwn(id) ? { code: importEach(code, id), map: null } : undefined
    },
  }
}

function noSchema(file: string, id: string): Diagnostic {
  return mistake(file, {
    field: `sections/${id}`,
    found: 'no schema of its fields',
    expected: 'export const schema = z.object({ … })',
  })
}

function failed(file: string, error: unknown): Diagnostic {
  const [first = error as BundleError] = (error as { errors?: BundleError[] }).errors ?? []
  const { message, loc } = first
  const [found = ''] = stripVTControlCharacters(message).split('\n')
  const expected = 'a schema that can be loaded'
  const diagnostic = mistake(file, { field: 'schema', found, expected })
  return loc?.file === file ? { ...diagnostic, line: loc.line, column: loc.column + 1 } : diagnostic
}

/** An error of the bundler: its message goes on with an excerpt of the code. */
type BundleError = { message: string; loc?: { file?: string; line: number; column: number } }
