import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from './diagnostic.ts'
import { codes } from './locale.ts'
import { placeAt, readSource } from './source.ts'

/** The languages of a site beside that of portfolio.yaml: pl for content/pl.yaml. */
export function languagesIn(folder: string): string[] {
  return yamlFiles(folder)
    .flatMap(({ file, name }) => (file === `${canonical(name)}.yaml` ? name : []))
    .sort()
}

/** Files that nothing reads, such as polish.yaml and portfolio.yml, and one in the language of portfolio.yaml. */
export function findMisnamed(folder: string, mainLanguage?: string): Diagnostic[] {
  return yamlFiles(folder).flatMap(({ file, name }) => {
    const plain = name.toLowerCase()
    // Other YAML files, such as faq.yaml, are the owner's.
    const meant = /^(?:portfolio|private)$/.test(plain)
      ? plain
      : (canonical(name) ?? codes().find((code) => KNOWN.of(code)?.toLowerCase() === plain))
    if (!meant || (file === `${meant}.yaml` && meant !== mainLanguage)) return []
    return {
      ...placeAt(readSource(join(folder, file)), 0),
      found: `a file that is named ${file}, which nothing reads`,
      expected:
        'portfolio.yaml, private.yaml, or the tag of a language that portfolio.yaml is not in, such as pl.yaml',
      suggestion: meant === mainLanguage ? undefined : `${meant}.yaml`,
    }
  })
}

function yamlFiles(folder: string) {
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((file) => {
    const [, name] = /^(.+)\.ya?ml$/i.exec(file) ?? []
    return name ? { file, name } : []
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
