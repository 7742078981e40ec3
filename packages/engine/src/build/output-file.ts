import { createHash } from 'node:crypto'
import { parse } from 'node:path'

/** A file of the built site: its address and its bytes. */
export type SiteFile = { path: string; body: Buffer | string }

/** One whose bytes are fetched or made only when somebody wants them. */
export type LateFile = {
  path: string
  read: () => Promise<SiteFile['body']>
  /** Where the bytes lie already, for whoever only copies them. */
  from?: string
}

export async function readLate({ path, read }: LateFile): Promise<SiteFile> {
  return { path, body: await read() }
}

/**
 * An address that changes with the bytes, so that browsers may keep the file for ever. Its ending is
 * small, because web servers tell the kind of a file by it, capitals and all.
 */
export function hashedPath(name: string, body: Buffer | string): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8)
  return `/assets/${plainName(name)}-${hash}${parse(name).ext.toLowerCase()}`
}

/** The name of a file without its ending, in letters that mean nothing else in an address. */
export function plainName(name: string): string {
  return parse(name)
    .name.normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w]+/g, '-')
}
