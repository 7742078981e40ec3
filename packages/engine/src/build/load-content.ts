import { type LoadResult, parseContent } from '../content/load.ts'
import { buildAssets, imageReader, type ReadImage } from './images/build-assets.ts'

/** Valid content, and what parsing it has collected for the build. */
export type LoadedContent = Extract<LoadResult, { ok: true }> & {
  /** The icons that the content names. */
  icons: Set<string>
  /** Keeps the images in memory. Pass it to the next load if their files are unchanged. */
  readImage: ReadImage
}

/** Loads the content and validates its images. Returns all diagnostics in one list. */
export async function loadContent(
  content: string,
  readImage = imageReader(content),
): Promise<LoadedContent | Extract<LoadResult, { ok: false }>> {
  const assets = buildAssets(content, readImage)
  const loaded = await parseContent(content, assets)
  return loaded.ok ? { ...loaded, icons: assets.icons, readImage } : loaded
}
