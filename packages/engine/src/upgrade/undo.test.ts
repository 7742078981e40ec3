import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copyOwner, hashesOf } from 'test-fixtures/owner-project.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  changedSince,
  makeTrialFolder,
  readUndo,
  replaceWithUndo,
  restore,
  trialFolder,
} from './undo.ts'

const VERSIONS = { from: '0.1.0', to: '0.2.0' }

function owner() {
  const folder = freshFolder()
  copyOwner('0.1.0', folder)
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'node_modules/old'), '')
  return folder
}

function undoOf(folder: string) {
  const state = readUndo(folder)
  if (!state) throw new Error('There is nothing to undo.')
  return state
}

test('every byte, permission and package is restored, and new files are gone', () => {
  const folder = owner()
  const before = hashesOf(folder)
  const next = freshFolder()
  mkdirSync(join(next, 'node_modules'))
  writeFileSync(join(next, 'node_modules/new'), '')
  const files = { '.env': 'A=1\n', 'content/portfolio.yaml': 'x\n', 'new/file': 'y' }
  replaceWithUndo(folder, { files, modulesFrom: next, ...VERSIONS })
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=1\n')
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(folder, 'node_modules/new'))).toBe(true)
  expect(changedSince(folder, undoOf(folder))).toEqual([])

  restore(folder, undoOf(folder))
  expect(hashesOf(folder)).toEqual(before)
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(folder, 'node_modules/old'))).toBe(true)
  expect(existsSync(join(folder, 'node_modules/new'))).toBe(false)
  expect(readUndo(folder)).toBeUndefined()
})

test('a file that its owner has changed since is named', () => {
  const folder = owner()
  replaceWithUndo(folder, { files: { '.env': 'A=1\n', 'content/theme.css': '' }, ...VERSIONS })
  writeFileSync(join(folder, 'content/theme.css'), ':root { --hue: 9 }')
  expect(changedSince(folder, undoOf(folder))).toEqual(['content/theme.css'])
})

test('a replacement that a crash interrupted is undone', () => {
  const folder = owner()
  const before = hashesOf(folder)
  replaceWithUndo(folder, { files: { '.env': 'A=1\n', 'content/theme.css': '' }, ...VERSIONS })
  // As if only the second file had been replaced.
  const saved = readFileSync(join(folder, '.upgrade/undo/files/.env'))
  writeFileSync(join(folder, '.env'), saved)
  expect(changedSince(folder, undoOf(folder))).toEqual([])
  restore(folder, undoOf(folder))
  expect(hashesOf(folder)).toEqual(before)
})

test('a migration after an upgrade is undone first, and then the upgrade', () => {
  const folder = owner()
  const before = hashesOf(folder)
  const next = freshFolder()
  mkdirSync(join(next, 'node_modules'))
  const upgrade = { files: { '.env': 'A=1\n' }, modulesFrom: next, databaseVersion: 6 }
  replaceWithUndo(folder, { ...upgrade, ...VERSIONS })
  const upgraded = hashesOf(folder)
  const migration = { from: VERSIONS.to, to: VERSIONS.to }
  replaceWithUndo(folder, { files: { 'content/theme.css': '' }, ...migration })
  replaceWithUndo(folder, { files: { 'content/portfolio.yaml': 'x\n' }, ...migration })
  restore(folder, undoOf(folder))
  restore(folder, undoOf(folder))
  expect(hashesOf(folder)).toEqual(upgraded)
  expect(undoOf(folder)).toMatchObject({ ...VERSIONS, databaseVersion: 6 })
  restore(folder, undoOf(folder))
  expect(hashesOf(folder)).toEqual(before)
  expect(existsSync(join(folder, 'node_modules/old'))).toBe(true)
  expect(readUndo(folder)).toBeUndefined()
})

test('a crash before a migration has its record leaves that of the upgrade', () => {
  const folder = owner()
  replaceWithUndo(folder, { files: { '.env': 'A=1\n' }, ...VERSIONS })
  const record = join(folder, '.upgrade/undo')
  renameSync(record, join(folder, '.upgrade/undo-earlier'))
  mkdirSync(record)
  expect(undoOf(folder)).toMatchObject(VERSIONS)
})

test('an upgrade replaces what earlier ones have kept', () => {
  const folder = owner()
  for (const content of ['A=1\n', 'A=2\n']) {
    const next = freshFolder()
    mkdirSync(join(next, 'node_modules'))
    replaceWithUndo(folder, { files: { '.env': content }, modulesFrom: next, ...VERSIONS })
  }
  restore(folder, undoOf(folder))
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=1\n')
  expect(readUndo(folder)).toBeUndefined()
})

test('Git ignores a trial, and only that of a running upgrade stays', () => {
  const folder = owner()
  spawnSync('git', ['init', '--quiet', folder])
  const running = spawn('sleep', ['60'])
  onTestFinished(() => void running.kill())
  const { pid: ended } = spawnSync('true')
  const trials = [running.pid, ended, process.pid].map((id) => `trial-${id}`)
  for (const name of trials) {
    mkdirSync(join(folder, '.upgrade', name), { recursive: true })
    writeFileSync(join(folder, '.upgrade', name, '.env'), 'SMTP_URL=smtp://anna:secret@a.test')
  }
  makeTrialFolder(folder)
  const others = readdirSync(join(folder, '.upgrade')).filter((name) => name !== '.gitignore')
  expect(others.sort()).toEqual([trials[0], trials[2]].sort())
  expect(readdirSync(trialFolder(folder))).toEqual([])
  const { stdout } = spawnSync('git', ['status', '--short', '-uall'], { cwd: folder })
  expect(String(stdout)).not.toContain('.upgrade')
})
