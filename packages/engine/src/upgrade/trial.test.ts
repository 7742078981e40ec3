import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copyOwner } from 'test-fixtures/owner-project.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changesOf, createTrial, install, isStale, requireVersion } from './trial.ts'

const MANIFEST = '{ "name": "site", "dependencies": { "reward-codes": "^0.1.0", "zod": "4" } }'

test.each([
  ['0.2.0', '^0.2.0'],
  ['file:/home/anna/reward-codes.tgz', 'file:/home/anna/reward-codes.tgz'],
  ['file:C:\\Users\\Anna Müller\\new.tgz', 'file:C:\\Users\\Anna Müller\\new.tgz'],
  ['file:/home/anna/"site"/new.tgz', 'file:/home/anna/"site"/new.tgz'],
])('package.json requires %s', (version, required) => {
  const { dependencies, name } = JSON.parse(requireVersion(MANIFEST, version))
  expect(dependencies).toEqual({ 'reward-codes': required, zod: '4' })
  expect(name).toBe('site')
})

test('a file that changes while it is copied is stale, and no change of the trial', () => {
  const owner = freshFolder()
  copyOwner('0.1.0', owner)
  // Another text whenever it is read, however soon.
  symlinkSync('/proc/sys/kernel/random/uuid', join(owner, 'content/uuid.txt'))
  const trial = createTrial(owner, join(owner, '.upgrade/trial-1/next'))
  expect(changesOf(trial)).toEqual({})
  expect(isStale(owner, trial)).toBe(true)
})

// In CI, both refuse by default to install what their lockfile does not name.
test.each([
  ['pnpm', 'pnpm-lock.yaml', 'install --no-frozen-lockfile'],
  // The setting of Yarn 4. Yarn 1 never refuses, and does not know the option.
  ['yarn', 'yarn.lock', 'install false'],
])('%s may change its lockfile', async (manager, lockfile, expected) => {
  const owner = freshFolder()
  copyOwner('0.1.0', owner)
  writeFileSync(join(owner, lockfile), '')
  const record = '#!/bin/sh\necho "$* $YARN_ENABLE_IMMUTABLE_INSTALLS" > called.txt\n'
  writeFileSync(join(owner, manager), record, { mode: 0o755 })
  vi.stubEnv('PATH', `${owner}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const trial = createTrial(owner, join(owner, '.upgrade/trial-1/next'))
  expect(await install(trial, owner)).toEqual({ exitCode: 0, output: '' })
  const called = readFileSync(join(trial.folder, 'called.txt'), 'utf8').trimEnd()
  expect(called).toBe(expected)
})
