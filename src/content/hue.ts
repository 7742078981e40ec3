import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The one number that the colours of a content folder are made from. */
export function readHue(directory: string): number | undefined {
  const file = join(directory, 'theme.css')
  const css = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = css.replace(/\/\*.*?\*\//gs, '').match(/--hue:\s*(-?[\d.]+)(?:deg)?\s*[;}]/)
  return found ? Number(found[1]) : undefined
}
