import { createHash } from 'node:crypto'
import { parse } from 'node:path'

/** A file of the built site: its URL path and its bytes. */
export type SiteFile = { path: string; body: Buffer | string }

/** A file whose bytes are read or generated on demand. */
export type LazyFile = {
  path: string
  read: () => Promise<SiteFile['body']>
}

export async function readLazy({ path, read }: LazyFile): Promise<SiteFile> {
  return { path, body: await read() }
}

/**
 * A URL path with a hash of the bytes, so browsers can cache the file as immutable. The extension
 * is lower case: web servers derive the content type from it and match case.
 */
export function hashedPath(name: string, body: Buffer | string): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8)
  return `/assets/${slugify(name)}-${hash}${parse(name).ext.toLowerCase()}`
}

/** A file name as a slug: without extension and accents, in characters that are safe in a URL. */
export function slugify(name: string): string {
  return parse(name)
    .name.normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w]+/g, '-')
}
