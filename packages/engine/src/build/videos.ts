import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageAsset } from '../content/assets.ts'
import type { PortfolioWith } from '../content/schema.ts'
import { hashedPath, type SiteFile } from './output-file.ts'

type Content = PortfolioWith<ImageAsset>

/** Reads the videos of the projects, and replaces each path with the URL of a file of the site. */
export async function emitVideos(
  content: Content,
  folder: string,
): Promise<{ portfolio: Content; files: SiteFile[] }> {
  const { projects } = content
  if (!projects) return { portfolio: content, files: [] }
  // By path: several projects may show the same video.
  const files = new Map<string, SiteFile>()
  const cards = projects.cards.map(async (card) => {
    if (!card.video) return card
    const body = await readFile(join(folder, card.video.src))
    const path = hashedPath(card.video.src, body)
    files.set(path, { path, body })
    return { ...card, video: { ...card.video, src: `.${path}` } }
  })
  return {
    portfolio: { ...content, projects: { ...projects, cards: await Promise.all(cards) } },
    files: [...files.values()],
  }
}
