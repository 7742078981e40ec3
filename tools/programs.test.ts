import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findProgram, howToGet, installPrograms } from './programs.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-program-'))
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CADDY_PATH', undefined)
  vi.stubEnv('STRACE_PATH', undefined)
  // Not root, so no package can be installed.
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function onSystem(platform: string) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform)
}

test('a program is found on the PATH, or by its variable', () => {
  expect(findProgram('CADDY_PATH')).toBeUndefined()
  const file = join(folder, 'caddy')
  writeFileSync(file, '')
  expect(findProgram('CADDY_PATH')).toBe(file)
  vi.stubEnv('CADDY_PATH', '/elsewhere/caddy')
  expect(findProgram('CADDY_PATH')).toBe('/elsewhere/caddy')
})

test('on Windows a program has its extension', () => {
  onSystem('win32')
  writeFileSync(join(folder, 'caddy'), '')
  expect(findProgram('CADDY_PATH')).toBeUndefined()
  writeFileSync(join(folder, 'caddy.exe'), '')
  expect(findProgram('CADDY_PATH')).toBe(join(folder, 'caddy.exe'))
})

test('without root, what is missing is returned, and what is found has its variable set', () => {
  writeFileSync(join(folder, 'caddy'), '')
  expect(installPrograms(['CADDY_PATH', 'STRACE_PATH'])).toEqual(['STRACE_PATH'])
  expect(process.env.CADDY_PATH).toBe(join(folder, 'caddy'))
})

test('one line says how to get a program, and where it does not exist', () => {
  onSystem('linux')
  expect(howToGet('STRACE_PATH')).toMatch(
    /^strace is missing\. "npm run setup:tests".*\(strace\).*STRACE_PATH=\S+$/,
  )
  onSystem('darwin')
  expect(howToGet('STRACE_PATH')).toBe('strace is needed, which exists on Linux only.')
})
