import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockGateway } from './data-folder.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'gateway-lock-'))

test('the second gateway on a folder gets an error that names the first', () => {
  const folder = newFolder()
  const unlock = lockGateway(folder)
  expect(() => lockGateway(folder)).toThrow(`process ${process.pid}`)
  unlock()
  lockGateway(folder)()
})

test('no other user reads who runs the gateway', () => {
  const folder = newFolder()
  const unlock = lockGateway(folder)
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777)
  expect(new Set(modes)).toEqual(new Set([0o600]))
  unlock()
})

test('a lock file that cannot be read is not reported as another gateway', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'gateway.lock'), 'x'.repeat(5000))
  expect(() => lockGateway(folder)).toThrow('gateway.lock cannot be read or written')
})
