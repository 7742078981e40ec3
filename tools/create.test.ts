import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PACKAGE = join(ROOT, 'packages/create')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-create-'))
  cpSync(PACKAGE, join(folder, 'package'), { recursive: true })
  // `npm pack` adds them to the template.
  for (const file of ['site/package.json', 'deploy/github-pages.yml']) {
    cpSync(join(ROOT, file), join(folder, 'package/template', basename(file)))
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

function create(...args: string[]) {
  const program = join(folder, 'package/create.mjs')
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' })
}

test('a file with the name of the folder stays, and is named', () => {
  writeFileSync(join(folder, 'own'), 'mine')
  const { status, stderr } = create('own', '--no-install')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${join(folder, 'own')} is a file. Choose another name for the folder.\n`,
  })
  expect(readFileSync(join(folder, 'own'), 'utf8')).toBe('mine')
})

test('the next command has quotes where the name of the folder has spaces', () => {
  expect(create('my site', '--no-install').stdout).toContain('Next: cd "my site", ')
  expect(create('my-site', '--no-install').stdout).toContain('Next: cd my-site, ')
  expect(readdirSync(join(folder, 'my site'))).toContain('package.json')
})
