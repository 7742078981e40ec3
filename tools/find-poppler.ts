import { findProgram, type Program } from './find-program.ts'

/** One of Poppler's programs; the others are in the same folder. */
const PDFTOTEXT: Program = {
  name: "Poppler's pdftotext",
  needed: 'The tests of the resume',
  commands: ['pdftotext', 'pdftotext.exe'],
  places: ['/opt/homebrew/bin/pdftotext', '/usr/local/bin/pdftotext'],
  debianPackage: 'poppler-utils',
  variable: 'PDFTOTEXT_PATH',
}

/** The path of Poppler as a variable for the tests. Throws if it cannot be found. */
export function findPoppler(): Record<string, string> {
  return { [PDFTOTEXT.variable]: findProgram(PDFTOTEXT) }
}
