import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { write } from 'test-fixtures/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

afterEach(() => workspace.remove())

test('release and retry queue messages, and report why others are refused', async () => {
  const [held, sent] = await workspace.inStore(async (store) => [
    await write(store, { reason: 'filled too fast' }),
    await write(store, { afterwards: { state: 'sent', finished_at: Date.now() } }),
  ])
  const { exitCode, out } = await workspace.messages('release', held, sent, '--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ queued: [held], refused: [{ id: sent }] })
  expect((await workspace.messages('retry', held)).exitCode).toBe(0)
})

test('an unknown id changes nothing', async () => {
  const held = await workspace.inStore((store) => write(store, { reason: 'filled too fast' }))
  expect((await workspace.messages('release', held, 'zzz')).exitCode).toBe(1)
  expect(JSON.parse((await workspace.messages('stats', '--json')).out).held).toBe(1)
})

test('purge deletes the content and mail files of old messages only', async () => {
  const [old] = await workspace.inStore(async (store) => {
    const settled = { state: 'sent', finished_at: Date.now() - 100 * 86_400_000 } as const
    return [await write(store, { message: 'old words', afterwards: settled }), await write(store)]
  })
  mkdirSync(join(workspace.data, 'mail'))
  writeFileSync(join(workspace.data, 'mail', `${old}.eml`), 'old words')
  const { exitCode, out } = await workspace.messages(
    'purge',
    '--older-than',
    '90d',
    '--yes',
    '--json',
  )
  expect(exitCode).toBe(0)
  expect(JSON.parse(out).purged).toEqual([old])
  expect(readdirSync(join(workspace.data, 'mail'))).toEqual([])
  expect(
    (await workspace.messages('release', old)).error + (await workspace.messages('show', old)).out,
  ).toContain('deleted')
})
