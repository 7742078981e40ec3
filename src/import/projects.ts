import { withoutEmpty } from '../content/without-empty.ts'
import { cleanAddress, cleanLine, cleanText } from './clean-text.ts'
import type { DraftProject } from './draft.ts'
import { isSourceAddress } from './profiles.ts'
import { takeOutSigns } from './take-out-signs.ts'

const LONGEST_TEXT = 60

/** A project card; until there is a picture, the site draws one from the name. */
export function makeProject(from: {
  title: unknown
  summary: unknown
  url: unknown
  repository?: unknown
  technologies?: string[]
}): DraftProject {
  const title = cleanLine(from.title)
  // Its picture is only a stand-in, and need not say more than a font can draw.
  const shown = title && (takeOutSigns(title).text || title)
  const url = cleanAddress(from.url)
  const repository = cleanAddress(from.repository)
  const isSource = url !== undefined && isSourceAddress(url) && !repository
  return withoutEmpty<DraftProject>({
    title,
    summary: cleanText(from.summary),
    imgSrc: shown && placeholderAddress(shown),
    imgAlt: shown && `Placeholder for a picture of ${shown}`,
    githubUrl: isSource ? url : repository,
    projectUrl: isSource ? undefined : url,
    technologies: from.technologies,
  })
}

function placeholderAddress(title: string): string {
  const text = new URLSearchParams({ text: title.slice(0, LONGEST_TEXT).toWellFormed() })
  return `/placeholder/640x400.svg?${text}`
}
