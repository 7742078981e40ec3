import { folders, sections } from 'virtual:reward-codes/site'
import { contentError } from '../content/diagnostic.ts'
import { typesetMarked } from '../content/labels.ts'
import { load, type ValidContent } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import type { ImageAsset } from '../content/schema/assets.ts'
import { summarizeWarnings } from '../content/warnings.ts'
import { checkTypeset, withoutResumeFile } from '../files/typeset-files.ts'
import { contentAssets } from '../images/check.ts'
import { type ImageFile, imageFiles, withDrawings } from '../images/drawings.ts'

/** The folder of the content. */
export const folder = folders.content

type Content = {
  /** What the pages show. */
  content: Portfolio
  /** The same with the characters that the owner wrote, for other programs. */
  written: Portfolio
  /** Whether there is a social card. */
  hasCard: boolean
  locate: (image: ImageAsset) => ImageFile
  /** The file of the brand image, unless it is on another host. */
  brandFile: string | undefined
}

let current: { of: Portfolio; content: Content } | undefined

/** The content of this request. Throws all its errors, located at the first one. */
export async function readContent(): Promise<Content> {
  const loaded = await load(folder, { sections, assets: contentAssets })
  if (!loaded.ok) throw contentError(loaded.diagnostics)
  // Warns once of what the files cannot show.
  if (current?.of !== loaded.portfolio) current = { of: loaded.portfolio, content: show(loaded) }
  return current.content
}

function show({ portfolio, source, warnings }: ValidContent): Content {
  for (const line of summarizeWarnings(warnings)) console.warn(line)
  const { hasResume, hasCard } = checkTypeset(portfolio, source, console.warn)
  const written = hasResume ? portfolio : withoutResumeFile(portfolio)
  const content = withDrawings(typesetMarked(written, warnings))
  const locate = imageFiles(content, folders)
  const brand = content.brand.image && locate(content.brand.image)
  const brandFile = brand && 'file' in brand ? brand.file : undefined
  return { content, written, hasCard, locate, brandFile }
}
