import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join, parse } from 'node:path'
import { drawPlaceholder, placeholderFile, readPlaceholder } from '../artifacts/placeholder.ts'
import { findReferences } from '../content/references.ts'
import type { Portfolio } from '../content/schema.ts'

/** A file of the built site: its address and its bytes. */
export type SiteFile = { path: string; body: Buffer | string }

export type Placed = { portfolio: Portfolio; files: SiteFile[] }

/** Gives every picture of the content its address on the site, and the files that go there. */
export function placePictures(portfolio: Portfolio, directory: string): Placed {
  const placed = structuredClone(portfolio)
  const files = new Map<string, SiteFile>()
  for (const { kind, path, name } of findReferences(portfolio)) {
    const file = kind === 'picture' ? pictureFile(name, directory) : undefined
    if (!file) continue
    files.set(file.path, file)
    replaceAt(placed, path, `.${file.path}`)
  }
  return { portfolio: placed, files: [...files.values()] }
}

function pictureFile(name: string, directory: string): SiteFile | undefined {
  if (name.startsWith('images/')) {
    const body = readFileSync(join(directory, name))
    return { path: hashedPath(name, body), body }
  }
  const placeholder = name.startsWith('/') ? readPlaceholder(name) : undefined
  return placeholder && { path: placeholderFile(placeholder), body: drawPlaceholder(placeholder) }
}

/** An address that changes with the bytes, so that browsers may keep the file for ever. */
export function hashedPath(name: string, body: Buffer | string): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8)
  return `/assets/${parse(name).name}-${hash}${extname(name)}`
}

function replaceAt(content: unknown, path: (string | number)[], value: string) {
  const [step = '', ...rest] = path
  const parent = content as Record<string | number, unknown>
  if (rest.length === 0) parent[step] = value
  else replaceAt(parent[step], rest, value)
}
