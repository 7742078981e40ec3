import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callMessages, type DataFolder, dataFolder } from '../../../tests/fixtures/call-messages.ts'
import { findInFiles } from '../../../tests/fixtures/find-in-files.ts'
import { write } from '../../../tests/fixtures/messages.ts'
import { openStore } from '../../gateway/store/store.ts'

const ANNA = 'anna@example.com'
const DAY_MS = 86_400_000

let place: DataFolder
let copies: string

beforeEach(async () => {
  place = dataFolder()
  copies = join(place.folder, 'copies')
  mkdirSync(copies)
  await place.inStore(async (store) => {
    await write(store, { address: ANNA, message: 'a very rare word' })
    await write(store, { address: 'tom@example.com', message: 'what stays' })
  })
})

afterEach(() => place.remove())

const forget = async () => {
  const { exitCode, out } = await place.messages('forget', ANNA, '--yes', '--json')
  return { exitCode, ...JSON.parse(out) }
}
const backUp = (name: string) => place.messages('backup', join(copies, name))
const words = (folder = copies) => findInFiles([folder], ['rare word', ANNA]).found
const idsIn = (data: string) => callMessages(['list', '--json'], { DATA_FOLDER: data })

test('forget cleans every copy that backup wrote, and leaves the rest of it to be restored', async () => {
  await backUp('monday.db')
  await backUp('tuesday.db')
  expect(words()).not.toEqual([])
  const files = ['monday.db', 'tuesday.db'].map((name) => join(copies, name))
  expect(await forget()).toMatchObject({ exitCode: 0, copies: files, left: [] })
  expect(words()).toEqual([])
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
  const restored = join(place.folder, 'restored')
  mkdirSync(restored)
  renameSync(join(copies, 'monday.db'), join(restored, 'messages.db'))
  expect(JSON.parse((await idsIn(restored)).out).total).toBe(1)
})

test('whoever is gone from the database is forgotten in the copies all the same', async () => {
  await backUp('copy.db')
  await place.inStore((store) => store.db.deleteFrom('messages').execute())
  expect(await forget()).toMatchObject({ exitCode: 0, forgotten: [] })
  expect(words()).toEqual([])
  const untouched = statSync(join(copies, 'copy.db')).mtimeMs
  expect(await forget()).toMatchObject({ exitCode: 0, copies: [] })
  expect(statSync(join(copies, 'copy.db')).mtimeMs).toBe(untouched)
})

test('purge cleans the copies too', async () => {
  await place.inStore((store) =>
    store.db
      .updateTable('messages')
      .set({ state: 'sent', settled_at: Date.now() - 100 * DAY_MS })
      .where('sender', '=', ANNA)
      .execute(),
  )
  await backUp('copy.db')
  expect(await place.messages('purge', '--older-than', '90d', '--yes')).toMatchObject({
    exitCode: 0,
  })
  expect(words()).toEqual([])
  expect(words(place.data)).toEqual([])
})

test('a copy on a disk that is away is named, and cleaned once it is back', async () => {
  await backUp('copy.db')
  const away = join(place.folder, 'away')
  renameSync(copies, away)
  const first = await place.messages('forget', ANNA, '--yes')
  expect(first.exitCode).toBe(1)
  expect(first.out).toContain(`NOT cleaned: ${join(copies, 'copy.db')} (it is not there now)`)
  expect(first.out).toContain(join(place.data, 'copies.txt'))
  renameSync(away, copies)
  expect(await forget()).toMatchObject({ exitCode: 0, left: [] })
  expect(words()).toEqual([])
})

test('a copy that was deleted beside others is not asked for again', async () => {
  await backUp('monday.db')
  await backUp('tuesday.db')
  rmSync(join(copies, 'monday.db'))
  expect(await forget()).toMatchObject({ exitCode: 0, copies: [join(copies, 'tuesday.db')] })
  expect(readFileSync(join(place.data, 'copies.txt'), 'utf8')).toBe(`${copies}/tuesday.db\n`)
})

test('a copy that a gateway works with now is left alone and named', async () => {
  const file = join(copies, 'messages.db')
  await backUp('messages.db')
  const gateway = await openStore({ dataFolder: copies })
  const found = await forget()
  expect(found).toMatchObject({ exitCode: 1, copies: [], left: [{ file }] })
  expect(found.left[0].why).toContain('call this there')
  const id = await write(gateway, { address: 'new@example.com' })
  await gateway.close()
  expect((await idsIn(copies)).out).toContain(id)
})

test('what a killed backup left is deleted, and a failed one leaves no note', async () => {
  await backUp('copy.db')
  writeFileSync(join(copies, 'copy.db.part'), 'a very rare word')
  expect(await forget()).toMatchObject({ exitCode: 0 })
  expect(existsSync(join(copies, 'copy.db.part'))).toBe(false)
  mkdirSync(join(copies, 'second.db.part'))
  expect((await backUp('second.db')).exitCode).toBe(1)
  expect(readFileSync(join(place.data, 'copies.txt'), 'utf8')).not.toContain('second')
})
