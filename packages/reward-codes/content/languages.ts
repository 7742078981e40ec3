import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from './diagnostic.ts'
import { placeAt, readSource } from './source.ts'

/** A YAML file whose name looks like a language tag. */
const LANGUAGE_FILE = /^([a-z]{2,3}(?:[-_][a-z0-9]{2,8})*)\.yaml$/i

/** The languages of a site beside that of portfolio.yaml: pl for content/pl.yaml. */
export function languagesIn(folder: string): string[] {
  return candidatesIn(folder)
    .filter((tag) => tag === canonical(tag))
    .sort()
}

/** Files such as pt_br.yaml, and one in the language of portfolio.yaml. */
export function findMisnamed(folder: string, mainLanguage: string): Diagnostic[] {
  const main = canonical(mainLanguage)
  return candidatesIn(folder)
    .filter((tag) => tag !== canonical(tag) || tag === main)
    .map((tag) => ({
      ...placeAt(readSource(join(folder, `${tag}.yaml`)), 0),
      found: `a file that is named ${tag}.yaml`,
      expected: 'the tag of a language that portfolio.yaml is not in, such as pl or pt-BR',
      suggestion: canonical(tag) === main ? undefined : `${canonical(tag)}.yaml`,
    }))
}

/** Other YAML files, such as faq.yaml, are the owner's. */
function candidatesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const [, tag] = LANGUAGE_FILE.exec(name) ?? []
    return tag && canonical(tag) ? tag : []
  })
}

const KNOWN = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The tag of a known language as BCP 47 writes it. */
function canonical(name: string): string | undefined {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(name.replaceAll('_', '-'))
    return KNOWN.of(tag) && tag
  } catch {
    return undefined
  }
}

/** The name of a language in that language, as a choice. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

type Address = { language: string; url?: string | undefined }

/** The path of a page below the home page of a language, such as privacy/. Undefined for a language that lacks it. */
export type PagePath = (language: string) => string | undefined

/** The addresses of a page in all languages, the main one first, as search engines read them. */
export function alternatesOf(sites: Address[], page: PagePath) {
  if (sites.length < 2 || !sites[0]?.url) return []
  const links = sites.flatMap(({ language, url }) => {
    const path = page(language)
    return path === undefined ? [] : { hreflang: language, href: `${url}${path}` }
  })
  return [...links, ...links.slice(0, 1).map((link) => ({ ...link, hreflang: 'x-default' }))]
}
