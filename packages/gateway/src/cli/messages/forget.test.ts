import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { write } from 'test-fixtures/messages.ts'
import { beforeEach, expect, test } from 'vitest'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

const jsonOf = async (...args: string[]) =>
  JSON.parse((await workspace.messages(...args, '--json')).out)

test('forget requires --yes without a terminal', async () => {
  await workspace.inStore((store) => write(store))
  expect(await workspace.messages('forget', 'anna@example.com')).toMatchObject({ exitCode: 2 })
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
  expect((await jsonOf('list')).total).toBe(left)
})

test('list and forget find an address in every field and spelling, and no other address', async () => {
  await workspace.inStore(async (store) => {
    const address = 'tom@example.com'
    await write(store, { address: 'anna+list@example.com' })
    await write(store, { address, message: 'Ask anna@example.com.' })
    await write(store, { address, others: { reply_to: 'Anna Nowak <anna@example.com>' } })
    await write(store, { address, others: { people: "Anna, 'ANNA@ＥＸＡＭＰＬＥ.com'" } })
    await write(store, { address, others: { link: 'mailto:anna@example.com?subject=five' } })
    for (const other of ['joanna@example.com', 'anna@example.com.au', 'anna@sub.example.com']) {
      await write(store, { address: other, message: 'anna at example.com' })
    }
  })
  expect(await jsonOf('list', '--sender', 'anna@example.com')).toMatchObject({ total: 5 })
  expect((await jsonOf('forget', 'ANNA@example.com', '--yes')).forgotten).toHaveLength(5)
  expect(await jsonOf('list')).toMatchObject({ total: 3 })
})

test('forget deletes messages by their ids, and nothing if one is unknown', async () => {
  const [first, second] = await workspace.inStore(async (store) => [
    await write(store, { afterwards: { state: 'failed', finished_at: Date.now() } }),
    await write(store),
  ])
  expect(await workspace.messages('forget', first, 'zzz', '--yes')).toMatchObject({ exitCode: 1 })
  expect(await jsonOf('forget', first.slice(-6), '--yes')).toEqual({ forgotten: [first] })
  expect((await jsonOf('list')).messages).toMatchObject([{ id: second }])
})
