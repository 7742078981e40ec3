import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'

const INSTALLED = join(ROOT, 'node_modules')
const RECORD = '.package-lock.json'
/** Programs of other tests write there at the same time. */
const WRITTEN = /[\\/](?:\.astro|\.cache|data|dist)$/

test.each(['messages', 'doctor'])(
  'npm run %s never replaces installed packages, because a gateway may run with them',
  (command) => {
    using project = projectAfterPull()
    const { stderr } = project.run(command, '--help')
    expect(stderr).toContain('run "npm ci"')
    expect(stderr).not.toContain('Installing')
    expect(project.isUntouched()).toBe(true)
  },
)

test('a command that builds exits with what to run, and installs nothing either', () => {
  using project = projectAfterPull()
  const { status, stderr } = project.run('build')
  expect(status).toBe(1)
  expect(stderr).toMatch(/stop what runs.*"npm ci"/is)
  expect(project.isUntouched()).toBe(true)
})

/** A project whose lockfile asks for other packages than are installed, as after a pull. */
function projectAfterPull() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-run-'))
  for (const part of ['tools', 'packages', 'site', 'package.json']) {
    const filter = (file: string) => !WRITTEN.test(file)
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter })
  }
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const changed = lock.replace(/("node_modules\/zod": \{\s+"version": ")[^"]+/, '$10.0.0')
  writeFileSync(join(folder, 'package-lock.json'), changed)
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(INSTALLED).filter((name) => name !== '.cache')) {
    const add = name === RECORD ? cpSync : symlinkSync
    add(join(INSTALLED, name), join(packages, name))
  }
  const mark = join(packages, 'loaded-by-a-gateway')
  writeFileSync(mark, '')
  return {
    run: (...args: string[]) =>
      spawnSync(process.execPath, [join(folder, 'tools/run.mjs'), ...args], { encoding: 'utf8' }),
    isUntouched: () => existsSync(mark),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
