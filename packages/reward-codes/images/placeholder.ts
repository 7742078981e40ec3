const ADDRESS = /^\/placeholder\/(\d{1,4})x(\d{1,4})\.svg$/
const MAX_SIDE = 4000

/** Parses a URL such as /placeholder/640x400.svg?text=My+Shop into the size of the image. */
export function readPlaceholder(address: string): { width: number; height: number } | undefined {
  if (!address.startsWith('/')) return undefined
  const [, width, height] = ADDRESS.exec(new URL(address, 'http://localhost').pathname) ?? []
  const size = { width: Number(width), height: Number(height) }
  const isDrawable = [size.width, size.height].every((side) => side > 0 && side <= MAX_SIDE)
  return isDrawable ? size : undefined
}
