import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { write } from 'test-fixtures/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

afterEach(() => workspace.remove())

test('forget requires --yes without a terminal', async () => {
  await workspace.inStore((store) => write(store))
  const { exitCode, error } = await workspace.messages('forget', 'anna@example.com')
  expect(exitCode).toBe(2)
  expect(error).toContain('--yes')
})

test.each([
  ['yes', 0, 0],
  ['y', 1, 1],
  ['', 1, 1],
])('the answer "%s" to the prompt exits with %i', async (answer, exitCode, left) => {
  await workspace.inStore((store) => write(store))
  const settings = { DATA_DIR: workspace.data }
  const ended = await callMessages(['forget', 'Anna@example.com'], settings, { answer })
  expect(ended.asked).toContain('one message with anna@example.com?')
  expect(ended.exitCode).toBe(exitCode)
  expect(JSON.parse((await workspace.messages('list', '--json')).out).total).toBe(left)
})

test('forget deletes messages by their ids, and nothing if one is unknown', async () => {
  const [first, second] = await workspace.inStore(async (store) => [
    await write(store, { afterwards: { state: 'failed', finished_at: Date.now() } }),
    await write(store),
  ])
  expect(await workspace.messages('forget', first, 'zzz', '--yes')).toMatchObject({ exitCode: 1 })
  const { out } = await workspace.messages('forget', first.slice(-6), '--yes', '--json')
  expect(JSON.parse(out)).toEqual({ forgotten: [first] })
  const list = JSON.parse((await workspace.messages('list', '--json')).out)
  expect(list.messages.map(({ id }: { id: string }) => id)).toEqual([second])
})
