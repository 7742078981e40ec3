import { createHash } from 'node:crypto'
import { fileSlugOf } from '../content/slug.ts'
import type { CoverOptions } from './cover.ts'

/** A placeholder image: a cover of the given size and title. */
type Placeholder = Omit<CoverOptions, 'style'>

const ADDRESS = /^\/placeholder\/(\d{1,4})x(\d{1,4})\.svg$/
const MAX_SIDE = 4000
const MAX_TITLE_LENGTH = 60

/** Parses a URL such as /placeholder/640x400.svg?text=My+Shop. */
export function readPlaceholder(address: string): Placeholder | undefined {
  if (!address.startsWith('/')) return undefined
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const [, width, height] = ADDRESS.exec(pathname) ?? []
  const size = { width: Number(width), height: Number(height) }
  const isDrawable = [size.width, size.height].every((side) => side > 0 && side <= MAX_SIDE)
  if (!isDrawable) return undefined
  const title = searchParams
    .get('text')
    ?.replace(/\p{Cc}/gu, '')
    .slice(0, MAX_TITLE_LENGTH)
    .trim()
  return { ...size, title: title || `${size.width} × ${size.height}` }
}

/** The path of the same image in a static site. */
export function placeholderFile({ width, height, title }: Placeholder): string {
  const slug = fileSlugOf(title).toLowerCase()
  // Without the hash, titles in other scripts or of symbols only would share a name.
  const hash = createHash('sha256').update(title).digest('hex').slice(0, 6)
  return `/placeholder/${width}x${height}-${slug}-${hash}.svg`
}
