import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findProgram, type Program } from './programs.ts'

let folder: string
let program: Program

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-program-'))
  program = {
    name: 'Quill',
    commands: ['quill'],
    debianPackage: 'quill',
  }
  vi.stubEnv('PATH', folder)
  // Not root, so no package can be installed.
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test('a program is found on the PATH, in a known folder, or by its variable', () => {
  const file = join(folder, 'quill')
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  expect(findProgram('QUILL_PATH', program)).toBe(file)
  expect(findProgram('QUILL_PATH', { ...program, commands: [], files: [file] })).toBe(file)
  vi.stubEnv('QUILL_PATH', '/elsewhere/quill')
  expect(findProgram('QUILL_PATH', program)).toBe('/elsewhere/quill')
})

test('a program that is not installed is downloaded if possible', () => {
  expect(findProgram('QUILL_PATH', { ...program, download: () => '/cache/quill' })).toBe(
    '/cache/quill',
  )
})

test('a program that cannot be found is reported with how to install it', () => {
  expect(() => findProgram('QUILL_PATH', program)).toThrow(
    /Quill was not found.*apt-get install quill.*QUILL_PATH=/,
  )
})
