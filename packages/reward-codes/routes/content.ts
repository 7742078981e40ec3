import { getImage } from 'astro:assets'
import { join } from 'node:path'
import images from 'virtual:reward-codes/images'
import sections from 'virtual:reward-codes/schemas'
import settings from 'virtual:reward-codes/settings'
import { ownCommand } from 'reward-codes-gateway/own-command'
import { contentError } from '../content/diagnostic.ts'
import { languageName, languagesIn } from '../content/languages.ts'
import { load, type ValidContent } from '../content/load.ts'
import type { PageContent, Portfolio } from '../content/portfolio.ts'
import { isImageFile } from '../content/schema/assets.ts'
import type { Locator } from '../content/source.ts'
import { describeTranslation } from '../content/translations.ts'
import { summarizeWarnings } from '../content/warnings.ts'
import { checkTypeset, withoutResumePdf } from '../files/typeset-files.ts'
import { contentAssets } from '../images/content-assets.ts'
import { withPictures } from '../images/pictures.ts'

/** The folder of the content. */
export const folder = settings.content

type Content = {
  /** What the pages show. */
  content: Portfolio
  /** The content of the further resumes of the site. */
  further: Portfolio[]
  /** Whether there is a social card. */
  hasCard: boolean
  /** The pages of the stories that have a card. */
  storyCards: string[]
  /** Finds the file and the line of a value. */
  locator: Locator
  /** The file of the brand image, unless it is on another host. */
  brandFile: string | undefined
}

/** The page in one of the languages of the site. */
type Translation = {
  language: string
  /** The language's own name, such as Polski. */
  name: string
  /** The path of its page below that of the site: empty for the main language. */
  home: string
  /** The address of its page, if that of the site is known. */
  url: string | undefined
}

export type Current = Content & {
  home: string
  /** All languages of the site, the main one first. Empty for a site in one language. */
  translations: Translation[]
}

const shown = new WeakMap<Portfolio, Content>()

/** The content of the page at a path, such as pl/privacy/. Throws all its errors, located at the first one. */
export async function readContent(path: string): Promise<Current> {
  const { site } = (await read()).portfolio
  const others = languagesIn(folder)
  const translations = others.length > 0 ? [site.language, ...others].map(translation) : []
  const [first = ''] = path.replace(/^\//, '').split(/[/.]/)
  const language = others.includes(first) ? first : undefined
  return { ...show(await read(language), language), home: homeOf(language), translations }

  function translation(language: string): Translation {
    const home = homeOf(others.includes(language) ? language : undefined)
    return { language, name: languageName(language), home, url: site.url && site.url + home }
  }
}

/** The content in all languages, the main one first. */
export async function readAll(): Promise<Portfolio[]> {
  const homes = ['', ...languagesIn(folder).map(homeOf)]
  return Promise.all(homes.map(async (home) => (await readContent(home)).content))
}

const withSources = new WeakMap<Portfolio, Promise<PageContent>>()

/** What a page shows: the content with the sources of its images, made once for all pages. */
export function withImages(content: Portfolio): Promise<PageContent> {
  const astro = { images, getImage: import.meta.env.DEV ? undefined : getImage }
  const page = withSources.get(content) ?? withPictures(content, astro)
  withSources.set(content, page)
  return page
}

function homeOf(language: string | undefined): string {
  return language ? `${language}/` : ''
}

const built = new Map<string | undefined, ReturnType<typeof load>>()

/** Loads the content once for a build, which may have hundreds of pages. In development, it may change at any time. */
async function read(language?: string): Promise<ValidContent> {
  const loading = built.get(language) ?? load(folder, { sections, assets: contentAssets, language })
  if (!import.meta.env.DEV) built.set(language, loading)
  const loaded = await loading
  if (!loaded.ok) throw contentError(loaded.diagnostics)
  return loaded
}

function show(loaded: ValidContent, language = ''): Content {
  const content = shown.get(loaded.portfolio) ?? prepare(loaded, language)
  shown.set(loaded.portfolio, content)
  return content
}

/** Warns once of what the files cannot show. */
function prepare(loaded: ValidContent, language: string): Content {
  const { portfolio, resumes, locator, warnings, translation } = loaded
  const warn = (text: string) => console.warn(language ? `${language}: ${text}` : text)
  for (const line of summarizeWarnings(warnings)) warn(line)
  const left = translation && describeTranslation(translation)
  if (left) warn(`${left}. ${ownCommand('translate', language)} lists them in its file.`)
  const { hasResume, hasCard, storyCards } = checkTypeset(portfolio, locator, warn)
  const further = resumes.filter(({ isPrivate }) => !isPrivate).map(({ portfolio }) => portfolio)
  const content = hasResume ? portfolio : withoutResumePdf(portfolio)
  const { image } = content.brand
  const brandFile = image && isImageFile(image.name) ? join(folder, image.name) : undefined
  return { content, further, hasCard, storyCards, locator, brandFile }
}
