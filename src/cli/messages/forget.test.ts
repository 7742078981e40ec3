import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callMessages, type DataFolder, dataFolder } from '../../../tests/fixtures/call-messages.ts'
import { write } from '../../../tests/fixtures/messages.ts'
import { openStore } from '../../gateway/store/store.ts'

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

test('leaves nothing of a visitor in any file while the gateway has them open', async () => {
  const gateway = await openStore({ dataFolder: place.data })
  const id = await write(gateway, { address: 'Anna@Example.com', message: 'a very rare word' })
  await write(gateway, { address: 'tom@example.com' })
  mkdirSync(join(place.data, 'mail'))
  writeFileSync(join(place.data, 'mail', `${id}.eml`), 'a very rare word')
  // Left by a gateway that was killed.
  writeFileSync(join(place.data, 'mail', `${id}.eml.part`), 'a very rare word')
  const { exitCode, out } = await place.messages('forget', 'anna@example.com', '--yes', '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toEqual({
    address: 'anna@example.com',
    forgotten: [id],
    copies: [],
    left: [],
    remains: [],
  })
  const files = readdirSync(place.data, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name), 'latin1')
    expect(bytes).not.toContain('rare word')
    expect(bytes.toLowerCase()).not.toContain('anna@')
  }
  await gateway.close()
  expect(JSON.parse((await place.messages('list', '--json')).out).total).toBe(1)
})

test('needs --yes where nobody can be asked', async () => {
  await place.inStore((store) => write(store))
  const { exitCode, error } = await place.messages('forget', 'anna@example.com')
  expect(exitCode).toBe(2)
  expect(error).toContain('--yes')
})

test.each([
  ['yes', 0, 0],
  ['y', 1, 1],
  ['', 1, 1],
])('the answer "%s" is obeyed', async (answer, exitCode, left) => {
  await place.inStore((store) => write(store))
  const settings = { DATA_FOLDER: place.data }
  const ended = await callMessages(['forget', 'Anna@example.com'], settings, { answer })
  expect(ended.asked).toContain('the only message of anna@example.com')
  expect(ended.exitCode).toBe(exitCode)
  expect(JSON.parse((await place.messages('stats', '--json')).out).queued).toBe(left)
})
