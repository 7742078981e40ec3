import { callMessages } from 'test-fixtures/call-messages.ts'
import { startOwnGateway } from 'test-fixtures/delivery.ts'
import { findInFiles } from 'test-fixtures/find-in-files.ts'
import { CONTROLS, postJson } from 'test-fixtures/gateway.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'

const ADDRESS = 'anna@example.com'

/** What EmailJS templates call the address of a visitor, and other places where it may stand. */
const WITH_ADDRESS = [
  { mail: 'Anna@Example.com', message: 'one' },
  { reply_to: 'Anna Nowak <anna@example.com>', message: 'two' },
  { user_email: 'tom@example.com', message: 'Three: ask anna@example.com.' },
  { people: "Anna, 'ANNA@ＥＸＡＭＰＬＥ.com'", message: 'four' },
  { link: 'mailto:anna@example.com?subject=five' },
  { mail: 'anna+list@example.com' },
]
const WITHOUT = [
  { mail: 'joanna@example.com' },
  { mail: 'anna@example.com.au' },
  { mail: 'anna@sub.example.com' },
  { user_email: 'tom@example.com', message: 'anna at example.com' },
]

describe.each(STORES)('%s', (kind) => {
  test('list and forget find an address in every field', async () => {
    const { environment, dataFolder } = await freshPlace(kind)
    const { url, gateway } = await startOwnGateway({ environment })
    for (const template_params of [...WITH_ADDRESS, ...WITHOUT]) {
      const { status } = await postJson(url, { ...CONTROLS, template_params })
      expect(status).toBe(200)
    }
    const { db } = gateway.store
    const messages = (...args: string[]) => callMessages(args, environment)

    const list = async (...options: string[]) =>
      JSON.parse((await messages('list', '--sender', ADDRESS, '--json', ...options)).out)
    expect((await list()).total).toBe(WITH_ADDRESS.length)
    const { messages: all } = await list('--all')
    const params = all.map(({ templateParams }: { templateParams: object }) => templateParams)
    expect(params).toHaveLength(WITH_ADDRESS.length)
    expect(params).toEqual(expect.arrayContaining(WITH_ADDRESS))

    const { out, exitCode } = await messages('forget', 'ANNA@example.com', '--yes', '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(out).forgotten).toHaveLength(WITH_ADDRESS.length)
    const left = await db.selectFrom('messages').select('template_params').execute()
    expect(left.map(({ template_params }) => JSON.parse(template_params ?? ''))).toEqual(
      expect.arrayContaining(WITHOUT),
    )
    expect(left).toHaveLength(WITHOUT.length)
    if (kind === 'sqlite') {
      expect(findInFiles([dataFolder], ['"anna@example.com"', 'Anna Nowak']).found).toEqual([])
    }
  })
})
