import { findProgram, type Program } from './find-program.ts'

const STRACE: Program = {
  name: 'strace',
  needed: 'The tests of a failing disk',
  commands: ['strace'],
  places: ['/usr/bin/strace'],
  debianPackage: 'strace',
  variable: 'STRACE_PATH',
}

/**
 * Where strace is, as a variable for the tests; throws where it cannot be had. It exists for Linux
 * alone: elsewhere the tests that need it fail and say so, and all the others run.
 */
export function findStrace(): Record<string, string> {
  return process.platform === 'linux' ? { [STRACE.variable]: findProgram(STRACE) } : {}
}
