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
 * The path of strace as a variable for the tests. Throws if it cannot be found. It exists on Linux
 * only: elsewhere the tests that need it fail with that reason, and all others run.
 */
export function findStrace(): Record<string, string> {
  return process.platform === 'linux' ? { [STRACE.variable]: findProgram(STRACE) } : {}
}
