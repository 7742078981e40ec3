import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DataFolder, dataFolder } from '../../../tests/fixtures/call-messages.ts'
import { write } from '../../../tests/fixtures/messages.ts'

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

test('released and retried messages are queued, others are refused with the reason', async () => {
  const [held, sent] = await place.inStore(async (store) => [
    await write(store, { reason: 'filled too fast' }),
    await write(store, { afterwards: { state: 'sent', settled_at: Date.now() } }),
  ])
  const { exitCode, out } = await place.messages('release', held, sent, '--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ queued: [held], refused: [{ id: sent }] })
  expect((await place.messages('retry', held)).exitCode).toBe(0)
})

test('one unknown name and nothing is changed', async () => {
  const held = await place.inStore((store) => write(store, { reason: 'filled too fast' }))
  expect((await place.messages('release', held, 'zzz')).exitCode).toBe(1)
  expect(JSON.parse((await place.messages('stats', '--json')).out).held).toBe(1)
})

test('purge deletes old words and their mails, and leaves the young ones', async () => {
  const [old] = await place.inStore(async (store) => {
    const settled = { state: 'sent', settled_at: Date.now() - 100 * 86_400_000 } as const
    return [await write(store, { message: 'old words', afterwards: settled }), await write(store)]
  })
  mkdirSync(join(place.data, 'mail'))
  writeFileSync(join(place.data, 'mail', `${old}.eml`), 'old words')
  const { exitCode, out } = await place.messages('purge', '--older-than', '90d', '--yes', '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(out).purged).toEqual([old])
  expect(readdirSync(join(place.data, 'mail'))).toEqual([])
  expect(
    (await place.messages('release', old)).error + (await place.messages('show', old)).out,
  ).toContain('deleted')
})
