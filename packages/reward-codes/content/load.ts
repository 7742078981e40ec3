import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ownCommand } from 'reward-codes-gateway/own-command'
import type { ContentError, Diagnostic } from './diagnostic.ts'
import { findThemeErrors } from './hue.ts'
import type { Portfolio } from './portfolio.ts'
import { interpolateName, resolvePortfolio } from './resolve.ts'
import { checkAnchors, checkRules } from './rules.ts'
import { type Assets, UNCHECKED } from './schema/assets.ts'
import type { OwnSections } from './schema/own-sections.ts'
import { createSchema } from './schema.ts'
import {
  findYamlErrors,
  isFile,
  locate,
  placeAt,
  plainValue,
  readSource,
  type Source,
} from './source.ts'
import { stringsIn } from './strings/languages.ts'
import { validateSchema } from './validate-schema.ts'
import { getIn } from './values.ts'
import { findWarnings, type Warning } from './warnings.ts'

export const CONTENT_FILE = 'portfolio.yaml'

const NO_FILE = {
  found: 'no such file',
  expected: `the content of the site; run the command in the folder of your site, or ${ownCommand('init')}`,
}

const TOO_MANY_ALIASES = {
  found: 'aliases (*name) that repeat too much',
  expected: 'the repeated text written out',
}

/** Valid content, the file that it is from, and what its owner may want to change. */
export type ValidContent = { portfolio: Portfolio; source: Source; warnings: Warning[] }

export type LoadResult = ({ ok: true } & ValidContent) | { ok: false; diagnostics: Diagnostic[] }

export type LoadOptions = {
  /** The language in place of `site.language`: of labels, dates and countries. */
  language?: string | undefined
  sections?: OwnSections | undefined
  /**
   * Checks the files that the content names, and theme.css. A program that shows no page does not: they may be missing
   * where it runs.
   */
  assets?: ((folder: string) => Assets) | undefined
}

const NO_SECTIONS: OwnSections = {}

type Cached = LoadOptions & { state: string; result: Promise<LoadResult> }

/** What was loaded last, by folder, language and whether its files were checked. */
const cache = new Map<string, Cached>()

/**
 * Loads the content of a folder: YAML with positions, schema, `Portfolio`. Returns all errors at once. The page, its
 * files and the commands call this function, which reads a folder again when one of its files has changed.
 */
export function load(
  folder: string,
  { language, sections = NO_SECTIONS, assets }: LoadOptions = {},
): Promise<LoadResult> {
  const key = `${folder} ${assets !== undefined} ${language}`
  const state = stateOf(folder)
  const last = cache.get(key)
  if (last?.state === state && last.sections === sections) return last.result
  const result = read(folder, language, sections, assets?.(folder))
  cache.set(key, { state, sections, result })
  return result
}

/** The files of a folder with their times and sizes. */
function stateOf(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })) return ''
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { ctimeMs, size } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {}
      return `${name} ${ctimeMs} ${size}`
    })
    .join('\n')
}

async function read(
  folder: string,
  language: string | undefined,
  sections: OwnSections,
  assets: Assets | undefined,
): Promise<LoadResult> {
  const loaded = await readPortfolio(folder, language, sections, assets)
  const inTheme = assets ? findThemeErrors(folder) : []
  if (inTheme.length === 0) return loaded
  return { ok: false, diagnostics: [...(loaded.ok ? [] : loaded.diagnostics), ...inTheme] }
}

async function readPortfolio(
  folder: string,
  language: string | undefined,
  sections: OwnSections,
  assets = UNCHECKED,
): Promise<LoadResult> {
  const file = join(folder, CONTENT_FILE)
  const source = readSource(file)
  const failed = (problem: { found: string; expected: string }): LoadResult => ({
    ok: false,
    diagnostics: [{ ...placeAt(source, 0), ...problem }],
  })
  if (source.text === '' && !isFile(file)) return failed(NO_FILE)
  const inYaml = findYamlErrors(source)
  if (inYaml.length > 0) return { ok: false, diagnostics: inYaml }
  const value = plainValue(source)
  if (value === undefined) return failed(TOO_MANY_ALIASES)
  const strings = stringsIn(language ?? String(getIn(value, ['site', 'language'])))
  const schema = createSchema({ assets, sections, strings })
  const result = await schema.safeParseAsync(value, { reportInput: true })
  const locateError = ({ path, ...error }: ContentError): Diagnostic => ({
    ...locate(source, path),
    ...error,
  })
  const errors = [
    ...validateSchema(source, value, result.error?.issues ?? [], sections),
    ...checkRules(source, value),
  ]
  if (!result.success || errors.length > 0) {
    const diagnostics = errors.map(locateError)
    return { ok: false, diagnostics: diagnostics.sort((a, b) => a.line - b.line) }
  }
  const content = interpolateName(inLanguage(result.data, language))
  const portfolio = resolvePortfolio(content)
  const broken = checkAnchors(content, portfolio).map(locateError)
  if (broken.length > 0) return { ok: false, diagnostics: broken }
  const warnings = findWarnings(value, content, portfolio, sections).map(
    ({ path, ...warning }): Warning => ({ ...locate(source, path), ...warning }),
  )
  return { ok: true, portfolio, source, warnings }
}

function inLanguage<Content extends { site: { language: string } }>(
  content: Content,
  language = content.site.language,
): Content {
  return { ...content, site: { ...content.site, language } }
}
