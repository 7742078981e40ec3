import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { type Diagnostic, formatReceived } from './diagnostic.ts'
import type { Portfolio } from './portfolio.ts'
import type { Parsed } from './portfolio-schema.ts'
import type { Link } from './references.ts'
import { isForPage } from './resolve.ts'
import { hasStory, storyPath } from './schema/projects.ts'
import { addressOf } from './slug.ts'
import { placeAt, readSource } from './source.ts'
import { type ContentError, getIn } from './values.ts'

/** The folder of the longer stories, in that of the content. */
export const STORY_FOLDER = 'projects'

/** A longer story: `name` is its file, and `language` a tag such as that of boat-hire.pl.md. */
export type StoryFile = { name: string; address: string; language: string | undefined }

/** The longer stories in a folder of content. */
export function storyFilesIn(content: string): StoryFile[] {
  const folder = join(content, STORY_FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const [, address = '', language] = /^([^.]+)(?:\.([^.]+))?\.md$/.exec(name) ?? []
    return address ? [{ name, address, language }] : []
  })
}

/**
 * The content with the address of each project as its id, the same in all languages: that of the owner, or else one
 * that is made of its title in the main file.
 */
export function withAddresses(content: Parsed, main: unknown): Parsed {
  const { projects } = content
  if (!projects) return content
  const language = String(getIn(main, ['site', 'language']))
  const cards = projects.cards.map((card, index) => {
    const title = getIn(main, ['projects', 'cards', index, 'title'])
    return { ...card, id: card.id ?? addressOf(String(title), language) }
  })
  return { ...content, projects: { ...projects, cards } }
}

/** Stories of the page without an address, or with the address of another story. */
export function checkAddresses(
  content: Parsed,
  written: unknown,
  files: StoryFile[],
): ContentError[] {
  const taken = new Set<string>()
  return (content.projects?.cards ?? []).flatMap((card, index) => {
    const path = ['projects', 'cards', index]
    const { id } = card
    if (!hasStory(card, files) || !isForPage(getIn(written, path))) return []
    if (id && !taken.has(id)) {
      taken.add(id)
      return []
    }
    return {
      path: [...path, 'title'],
      found: id
        ? `a second project at the address /${storyPath(id)}`
        : `${formatReceived(card.title)}, a title without a letter from a to z`,
      expected: 'an `id` for the address of its page, such as boat-hire',
    }
  })
}

/** Files of stories that no project has, in that language. */
export function findStrayStories(
  folder: string,
  files: StoryFile[],
  content: Parsed,
  languages: string[],
): Diagnostic[] {
  const ids = (content.projects?.cards ?? []).flatMap(({ id }) => id ?? [])
  const names = ids.flatMap((id) => [id, ...languages.map((tag) => `${id}.${tag}`)])
  const known = names.map((name) => `${name}.md`)
  return files
    .filter(({ name }) => !known.includes(name))
    .map(({ name }) => ({
      ...placeAt(readSource(join(folder, STORY_FOLDER, name)), 0),
      found: 'the story of no project, or of a language that the site does not have',
      expected: `the address of a project: ${known.join(', ')}`,
      suggestion: nearest(name, known),
    }))
}

/** The links to pages of the site in the stories that the page shows, in the language of the content. */
export function storyLinks(folder: string, files: StoryFile[], portfolio: Portfolio): Link[] {
  const { language } = portfolio.site
  const pages = (portfolio.projects?.cards ?? []).flatMap(({ page }) => page ?? [])
  return pages.flatMap((page) => {
    const own = files.filter(({ address }) => storyPath(address) === page)
    const file =
      own.find((each) => each.language === language) ?? own.find((each) => !each.language)
    if (!file) return []
    const source = readSource(join(folder, STORY_FOLDER, file.name))
    const text = source.text.replace(CODE, (code) => ' '.repeat(code.length))
    return Array.from(text.matchAll(LINK), ({ index, groups: { target = '' } = {} }) => {
      return { path: [], target, place: placeAt(source, index) }
    })
  })
}

/** Code of Markdown, which has no links. */
const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]+`/gm
/** A link of Markdown to a page, or the definition of one. */
const LINK = /(?:\]\(\s*|^\[[^\]]+\]:\s*)(?<target>\/(?!\/)[^\s)]*)/gm
