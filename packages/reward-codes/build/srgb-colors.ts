import { join } from 'node:path'
import { readHue } from '../content/hue.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { withSrgbColors } from '../images/tokens.ts'
import type { VitePlugin } from '../vite.ts'

/** As Vite names files, on Windows as well. */
const LOOKS = join(PACKAGE_FOLDER, 'styles/looks/').replaceAll('\\', '/')

/** Gives the built page colours for browsers without OKLCH. */
export function srgbColors(content: string): VitePlugin {
  return {
    name: 'reward-codes:srgb-colors',
    // Before the styles are compiled.
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(LOOKS)) return undefined
      const hue = readHue(content)
      return hue === undefined ? undefined : { code: withSrgbColors(code, hue), map: null }
    },
  }
}
