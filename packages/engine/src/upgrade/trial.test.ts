import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copyOwner } from 'test-fixtures/owner-project.ts'
import { expect, test } from 'vitest'
import { changesOf, createTrial, isStale, requireVersion } from './trial.ts'

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
