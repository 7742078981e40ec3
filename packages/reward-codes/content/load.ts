import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ownCommand } from 'reward-codes-gateway/own-command'
import type { z } from 'zod'
import type { Diagnostic } from './diagnostic.ts'
import { jsonSchema, leavesWith, type SchemaNode } from './json-schema.ts'
import { languageFile } from './language-file.ts'
import { findMisnamed, languagesIn } from './languages.ts'
import type { FurtherResume, Portfolio } from './portfolio.ts'
import { createSchema } from './portfolio-schema.ts'
import { checkAssets, findBrokenLinks, type Link, linksOf } from './references.ts'
import { contentFor, PAGE_TAG, resolvePortfolio } from './resolve.ts'
import { checkAnchors, checkRules } from './rules.ts'
import type { Assets } from './schema/assets.ts'
import { NO_SECTIONS, type OwnSections } from './schema/sections.ts'
import {
  findYamlErrors,
  isFile,
  type Locator,
  locate,
  placeAt,
  plainValue,
  readSource,
  type Source,
} from './source.ts'
import {
  checkAddresses,
  findStrayStories,
  storyFilesIn,
  storyLinks,
  withAddresses,
} from './stories.ts'
import { en } from './strings/en.ts'
import { stringsIn } from './strings/languages.ts'
import { findThemeErrors } from './theme.ts'
import { type Translation, translateContent } from './translations.ts'
import { validateSchema } from './validate-schema.ts'
import { getIn, type Path } from './values.ts'
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

/** Valid content, where its values are written, and what its owner may want to change. */
export type ValidContent = {
  portfolio: Portfolio
  /** The further PDFs of the resume. */
  resumes: FurtherResume[]
  links: Link[]
  /** The main file. */
  source: Source
  locator: Locator
  warnings: Warning[]
  /** What is translated. Undefined for the main language. */
  translation?: Translation
}

export type LoadResult = ({ ok: true } & ValidContent) | Failed
type Failed = { ok: false; diagnostics: Diagnostic[] }

export type LoadOptions = {
  /** The language in place of `site.language`. Its file, such as pl.yaml, has what differs. */
  language?: string | undefined
  sections?: OwnSections | undefined
  /**
   * Checks the files that the content names, and theme.css. A program that shows no page does not: they may be missing
   * where it runs.
   */
  assets?: ((folder: string) => Assets) | undefined
}

/** Zod's issues have the values that they are about. */
const REPORTED = { reportInput: true }

type Cached = LoadOptions & { state: string; result: Promise<LoadResult> }

/**
 * What was loaded last, by folder and language. It is the same for all copies of this module in the process: the routes
 * are bundled, and Node runs another one.
 */
const CACHE = Symbol.for('reward-codes.content')
const shared = globalThis as { [CACHE]?: Map<string, Cached> }
const cache = shared[CACHE] ?? new Map<string, Cached>()
shared[CACHE] = cache

/**
 * Loads the content of a folder: YAML with positions, schema, `Portfolio`. Returns all errors at once. The page, its
 * files and the commands call this function, which reads a folder again when one of its files has changed, or when
 * more is to be checked than before.
 */
export function load(folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { language, sections = NO_SECTIONS, assets } = options
  const key = `${folder} ${language}`
  const state = stateOf(folder)
  const last = cache.get(key)
  const isChecked =
    (!assets || last?.assets) && (sections === 'unknown' || sections === last?.sections)
  if (last?.state === state && isChecked) return last.result
  const result = read(folder, { ...options, sections })
  cache.set(key, { state, sections, assets, result })
  return result
}

/** The files of a folder with their times and sizes. */
export function stateOf(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })) return ''
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { ctimeMs, size } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {}
      return `${name} ${ctimeMs} ${size}`
    })
    .join('\n')
}

type ReadOptions = LoadOptions & { sections: OwnSections }

async function read(folder: string, options: ReadOptions): Promise<LoadResult> {
  const loaded = await readPortfolio(folder, options)
  const beside = options.assets ? findThemeErrors(folder) : []
  if (beside.length === 0) return loaded
  return { ok: false, diagnostics: [...(loaded.ok ? [] : loaded.diagnostics), ...beside] }
}

async function readPortfolio(folder: string, options: ReadOptions): Promise<LoadResult> {
  const file = readValue(join(folder, CONTENT_FILE))
  if (!file.ok) return { ok: false, diagnostics: [...file.diagnostics, ...findMisnamed(folder)] }
  const { source, value } = file
  const mainLanguage = String(getIn(value, ['site', 'language']))
  const { language = mainLanguage } = options
  if (language !== mainLanguage) return readLanguage(folder, language, file, options)
  const misnamed = findMisnamed(folder, mainLanguage)
  if (misnamed.length > 0) return { ok: false, diagnostics: misnamed }
  return parse(folder, file, { value, locator: (path) => ({ source, path }) }, options)
}

/** The content in another language: that of the main file with the translations and labels of the file of the language. */
async function readLanguage(
  folder: string,
  language: string,
  file: FileValue,
  options: ReadOptions,
): Promise<LoadResult> {
  const main = await load(folder, { ...options, language: undefined })
  if (!main.ok) return main
  const other = readBeside(join(folder, `${language}.yaml`), languageFile)
  if (!other.ok) return other
  // Labels of the main file are in its language.
  const { strings: _, ...texts } = file.value as Record<string, unknown>
  const schema = jsonSchema(options.sections, stringsIn(main.portfolio.site.language))
  const pairs = other.data?.texts ?? []
  const { value: translated, translation } = translateContent(texts, pairs, schema)
  const locator: Locator = (path) => {
    const text = getIn(translated, path)
    const index = pairs.findIndex((pair) =>
      [pair.translation, ...[pair.translation].flat()].includes(text as string),
    )
    if (index >= 0) return { source: other.source, path: ['texts', index, 'translation'] }
    return { source: path[0] === 'strings' ? other.source : file.source, path }
  }
  // `translate` writes empty labels.
  const filled = (_: string, label: unknown) => (label === '' ? undefined : label)
  const strings = JSON.parse(JSON.stringify(other.data?.strings ?? {}, filled))
  const complete = { ...inPlace(translated, main.portfolio, language), strings }
  const result = await parse(folder, file, { value: complete, locator }, options)
  if (!result.ok) return result
  // The other warnings are about the main file, which reports them itself.
  const own = result.warnings.filter(({ cause }) => cause === 'labels')
  return { ...result, warnings: own, translation }
}

/** What follows from the language of content: the address of its page, and the name of the PDF beside it. */
function inPlace(content: unknown, main: Portfolio, language: string): object {
  const { site, resume, ...others } = content as Record<string, Record<string, unknown>>
  const { url } = main.site
  const name = resume?.fileName ?? (stringsIn(language) ?? en).content.fileName
  // Visitors save both PDFs in one folder, so their names differ.
  const isSame = name === main.resume?.fileName
  const fileName = isSame ? String(name).replace(/\.pdf$/, `.${language}.pdf`) : name
  return {
    ...others,
    site: { ...site, language, ...(url && { url: new URL(`${language}/`, url).href }) },
    ...(resume && { resume: { ...resume, fileName } }),
  }
}

type FileValue = { source: Source; value: unknown }

/** Parses a file as YAML. */
function readValue(file: string): ({ ok: true } & FileValue) | Failed {
  const source = readSource(file)
  const failed = (problem: { found: string; expected: string }): Failed => ({
    ok: false,
    diagnostics: [{ ...placeAt(source, 0), ...problem }],
  })
  if (source.text === '' && !isFile(file)) return failed(NO_FILE)
  const inYaml = findYamlErrors(source)
  if (inYaml.length > 0) return { ok: false, diagnostics: inYaml }
  const value = plainValue(source)
  return value === undefined ? failed(TOO_MANY_ALIASES) : { ok: true, source, value }
}

/** Reads a file beside the main one, such as private.yaml. Its data is undefined without a file. */
export function readBeside<Schema extends z.ZodObject>(name: string, schema: Schema) {
  if (!isFile(name)) return { ok: true as const, source: readSource(name), data: undefined }
  const file = readValue(name)
  if (!file.ok) return file
  const { source, value } = file
  const { data, error } = schema.safeParse(value ?? {}, REPORTED)
  if (!error) return { ok: true as const, source, data }
  const locator: Locator = (path) => ({ source, path })
  const nodes = schema.toJSONSchema({ io: 'input' }) as SchemaNode
  const diagnostics = validateSchema(locator, value, error.issues, nodes).map(located(locator))
  return { ok: false as const, diagnostics }
}

/** Checks the content in a language, and resolves it. */
async function parse(
  folder: string,
  { source, value: main }: FileValue,
  { value, locator }: { value: unknown; locator: Locator },
  { sections, assets }: ReadOptions,
): Promise<LoadResult> {
  const strings = stringsIn(String(getIn(value, ['site', 'language'])))
  const schema = jsonSchema(sections)
  const result = await createSchema({ sections, strings }).safeParseAsync(value, REPORTED)
  const leaves = leavesWith(schema, value)
  const texts = linksOf(leaves)
  const named = await checkAssets(leaves, assets?.(folder))
  const ofSchema = validateSchema(locator, value, result.error?.issues ?? [], schema)
  const judged = new Set(ofSchema.map(({ path }) => String(path)))
  const beside = [...findBrokenLinks(texts), ...named.errors]
  const errors = [
    ...ofSchema,
    ...checkRules(value, leaves),
    ...beside.filter(({ path }) => !judged.has(String(path))),
  ]
  const diagnostics = errors.map(located(locator))
  if (!result.success || diagnostics.length > 0) {
    return {
      ok: false,
      diagnostics: diagnostics.sort((a, b) => a.line - b.line || a.column - b.column),
    }
  }
  const content = withAddresses(result.data, main)
  const stories = storyFilesIn(folder)
  const stray =
    value === main ? findStrayStories(folder, stories, content, languagesIn(folder)) : []
  const unclear = [...checkAddresses(content, value, stories).map(located(locator)), ...stray]
  if (unclear.length > 0) return { ok: false, diagnostics: unclear }
  const resolveFor = (tags: string[]) => resolvePortfolio(contentFor(content, value, tags), stories)
  const portfolio = resolveFor([PAGE_TAG])
  const resumes = content.resumes.map(({ name, tags, private: isPrivate }) => {
    const { resume, ...others } = resolveFor(tags)
    const fileName = String(resume?.fileName).replace(/\.pdf$/, `.${name}.pdf`)
    const portfolio = { ...others, ...(resume && { resume: { ...resume, fileName } }) }
    return { isPrivate, tags, portfolio }
  })
  const links = [...texts, ...storyLinks(folder, stories, portfolio)]
  const broken = checkAnchors(links, portfolio).map(located(locator))
  if (broken.length > 0) return { ok: false, diagnostics: broken }
  const warnings = findWarnings(value, named.small, portfolio).map(located(locator))
  return { ok: true, portfolio, resumes, links, source, locator, warnings }
}

/** Looks up where a value is written. */
export function located(locator: Locator) {
  return <Found extends { path: Path }>(found: Found) => {
    const { source, path } = locator(found.path)
    return { ...locate(source, path), ...found }
  }
}
