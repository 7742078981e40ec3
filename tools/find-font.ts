import { findProgram, type Program } from './find-program.ts'

/** The page's fallback is fitted to Arial. Where neither it nor its metric-compatible twin is there, text moves when the web font comes. */
const ARIAL: Program = {
  name: 'the font Arial or Liberation Sans',
  needed: 'The browser tests',
  commands: [],
  places: [
    '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
    '/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf',
    '/usr/share/fonts/liberation/LiberationSans-Regular.ttf',
    '/System/Library/Fonts/Supplemental/Arial.ttf',
    'C:\\Windows\\Fonts\\arial.ttf',
  ],
  debianPackage: 'fonts-liberation',
  variable: 'ARIAL_PATH',
}

/** Installs the font that the page falls back to; throws where it cannot be had. */
export function findFont(): Record<string, string> {
  return { [ARIAL.variable]: findProgram(ARIAL) }
}
