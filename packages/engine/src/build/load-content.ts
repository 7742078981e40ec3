import { type LoadResult, parseContent } from '../content/load.ts'
import { buildAssets, imageReader, type ReadImage } from './images/build-assets.ts'

/** Valid content, with what the build has learned while parsing it. */
export type LoadedContent = Extract<LoadResult, { ok: true }> & {
  /** The icons that the content names. */
  icons: Set<string>
  /** Has the images in memory, for another load while their files are unchanged. */
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
