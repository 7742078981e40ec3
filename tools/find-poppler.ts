import { findProgram, type Program } from './find-program.ts'

/** One of Poppler's programs; the others stand beside it. */
const PDFTOTEXT: Program = {
  name: "Poppler's pdftotext",
  needed: 'The tests of the resume',
  commands: ['pdftotext', 'pdftotext.exe'],
  places: ['/opt/homebrew/bin/pdftotext', '/usr/local/bin/pdftotext'],
  debianPackage: 'poppler-utils',
  variable: 'PDFTOTEXT_PATH',
}

/** Where Poppler is, as a variable for the tests; throws where it cannot be had. */
export function findPoppler(): Record<string, string> {
  return { [PDFTOTEXT.variable]: findProgram(PDFTOTEXT) }
}
