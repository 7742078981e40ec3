import { findProgram, type Program } from './find-program.ts'

/** The page's fallback font has the metrics of Arial. Without Arial or Liberation Sans, text shifts when the web font loads. */
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

/** Installs the fallback font of the page. Throws if it cannot be found. */
export function findFont(): Record<string, string> {
  return { [ARIAL.variable]: findProgram(ARIAL) }
}
