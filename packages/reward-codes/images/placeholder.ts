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
