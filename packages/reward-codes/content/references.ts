import type { Place } from './diagnostic.ts'
import type { Leaf } from './json-schema.ts'
import { linksIn, parseRichText } from './rich-text.ts'
import { isReachable, isSitePath } from './schema/address.ts'
import type { Assets, Judged } from './schema/assets.ts'
import { ASSET, MARKDOWN } from './schema/fields.ts'
import type { ContentError } from './values.ts'

/** A link to a page of the site, or to an anchor. `place` is that of a link in another file. */
export type Link = { path: Leaf['path']; target: string; place?: Place }

/** The links of texts, and the fields that are the path of a page of the site. */
export function linksOf(leaves: Leaf[]): Link[] {
  return leaves.flatMap(({ path, leaf, node }) => {
    if (typeof leaf !== 'string') return []
    const { contentMediaType, format } = node?.items ?? node ?? {}
    if (format === 'uri-reference') return isSitePath(leaf) ? { path, target: leaf } : []
    if (contentMediaType !== MARKDOWN) return []
    return linksIn(parseRichText(leaf)).map((target) => ({ path, target }))
  })
}

/** Links that lead nowhere from any page. */
export function findBrokenLinks(links: Link[]): ContentError[] {
  const broken = links.filter(
    ({ target }) => !/^#\S+$/.test(target) && !isSitePath(target) && !isReachable(target),
  )
  return broken.map(({ path, target }) => ({
    path,
    found: `a link to ${JSON.stringify(target)}`,
    expected:
      'a link to https://example.com, mailto:name@example.com, tel:+48221234567, /blog/, a page ' +
      'of this site, or #about, the anchor of a section. To show the brackets, write \\[',
  }))
}

/** What the files and icons that the content names lack. */
export async function checkAssets(leaves: Leaf[], assets: Assets | undefined) {
  const found = leaves.map(async ({ path, leaf, node }) => {
    const kind = node?.[ASSET]
    if (!assets || !kind || typeof leaf !== 'string') return {}
    const isImage = kind !== 'icon' && kind !== 'file'
    const judged = isImage ? await assets.image(leaf, kind) : { error: assets[kind](leaf) }
    const { error, small }: Judged = judged
    return { error: error && { path, ...error }, small: small && { path, ...small } }
  })
  const all = await Promise.all(found)
  return {
    errors: all.flatMap(({ error }) => error ?? []),
    small: all.flatMap(({ small }) => small ?? []),
  }
}
