import { join } from 'node:path'
import { type Assets, type ImageAsset, UNCHECKED } from './assets.ts'
import type { ContentError, Diagnostic } from './diagnostic.ts'
import { checkAssets } from './files.ts'
import { findThemeErrors } from './hue.ts'
import { interpolateName, resolvePortfolio } from './resolve.ts'
import { checkAnchors, checkRules } from './rules.ts'
import { createSchema, type PortfolioWith } from './schema.ts'
import {
  EXPECTED_YAML,
  findYamlErrors,
  isFile,
  locate,
  makeSource,
  placeAt,
  plainValue,
  readSource,
  type Source,
} from './source.ts'
import { stringsIn } from './strings/languages.ts'
import { validateSchema } from './validate-schema.ts'
import { getIn } from './values.ts'

export const CONTENT_FILE = 'portfolio.yaml'

const NO_FILE = {
  found: 'no such file',
  expected: 'the content of the site; run the command in the folder of your site, or npm run init',
}

/** Valid content, and the file that it is from. */
export type ValidContent = { portfolio: PortfolioWith<ImageAsset>; source: Source }

export type LoadResult = ({ ok: true } & ValidContent) | { ok: false; diagnostics: Diagnostic[] }

/** `schema` checks the schema alone; `full` also checks asset names and cross-field rules. */
type Depth = 'schema' | 'full'

type ParsedYaml = { source: Source; value: unknown }
type Result = ReturnType<ReturnType<typeof createSchema>['safeParse']>

/** Loads and validates the content of a folder. Returns all errors at once. */
export function loadPortfolio(directory: string, depth: Depth = 'full'): LoadResult {
  return loadText(readSource(join(directory, CONTENT_FILE)), directory, depth)
}

/** Validates YAML text that is not saved in the folder yet. */
export function checkPortfolio(text: string, directory: string): LoadResult {
  return loadText(makeSource(text, join(directory, CONTENT_FILE)), directory, 'full')
}

function loadText(source: Source, directory: string, depth: Depth): LoadResult {
  const read = readYaml(source, directory)
  if ('diagnostics' in read) return { ok: false, ...read }
  const schema = schemaFor(read, depth === 'full' ? checkAssets(directory) : UNCHECKED)
  return conclude(read, schema.safeParse(read.value, { reportInput: true }), depth)
}

/**
 * Parses the content, its assets and theme.css in one pass: each asset is resolved where the schema
 * meets it. Returns all errors at once.
 */
export async function parseContent(directory: string, assets: Assets): Promise<LoadResult> {
  const read = readYaml(readSource(join(directory, CONTENT_FILE)), directory)
  const loaded: LoadResult =
    'diagnostics' in read
      ? { ok: false, ...read }
      : conclude(
          read,
          await schemaFor(read, assets).safeParseAsync(read.value, { reportInput: true }),
          'full',
        )
  const inTheme = findThemeErrors(directory)
  if (inTheme.length === 0) return loaded
  return { ok: false, diagnostics: [...(loaded.ok ? [] : loaded.diagnostics), ...inTheme] }
}

/** The schema with the texts of the user interface in the language of the site. */
function schemaFor({ value }: ParsedYaml, assets: Assets) {
  return createSchema(assets, stringsIn(String(getIn(value, ['site', 'language']))))
}

function readYaml(source: Source, directory: string): ParsedYaml | { diagnostics: Diagnostic[] } {
  if (source.text === '' && !isFile(join(directory, CONTENT_FILE))) {
    return { diagnostics: [{ ...placeAt(source, 0), ...NO_FILE }] }
  }
  const diagnostics = findYamlErrors(source)
  if (diagnostics.length > 0) return { diagnostics }
  const value = plainValue(source)
  return value instanceof Error
    ? { diagnostics: [{ ...placeAt(source, 0), found: value.message, expected: EXPECTED_YAML }] }
    : { source, value }
}

function conclude({ source, value }: ParsedYaml, result: Result, depth: Depth): LoadResult {
  const locateError = ({ path, ...error }: ContentError): Diagnostic => ({
    ...locate(source, path),
    ...error,
  })
  const errors = [
    ...validateSchema(source, value, result.error?.issues ?? []),
    ...(depth === 'full' ? checkRules(source, value) : []),
  ]
  if (!result.success || errors.length > 0) {
    const diagnostics = errors.map(locateError)
    return { ok: false, diagnostics: diagnostics.sort((a, b) => a.line - b.line) }
  }
  const content = interpolateName(result.data)
  const portfolio = resolvePortfolio(content) as PortfolioWith<ImageAsset>
  const broken = checkAnchors(content, portfolio).map(locateError)
  if (broken.length > 0) return { ok: false, diagnostics: broken }
  return { ok: true, portfolio, source }
}
