import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { freshDatabase } from '../fixtures/postgres.ts'

const MESSAGES = 60

async function setUp(kind: 'sqlite' | 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-several-'))
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  const server = await startMailServer()
  const environment = {
    DATA_FOLDER: folder,
    SMTP_URL: server.url,
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    ...(database && { DATABASE_URL: database.url }),
  }
  const gateways = await Promise.all([spawnGateway(environment), spawnGateway(environment)])
  onTestFinished(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
    await server.close()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { gateways, server }
}

test.each(['postgres', 'sqlite'] as const)(
  'two gateways on one %s send each message once',
  async (kind) => {
    const { gateways, server } = await setUp(kind)
    const replies = await Promise.all(
      Array.from({ length: MESSAGES }, (_, number) =>
        postForm(gateways[number % 2]?.url ?? '', formOf({ message: `Number ${number}` })),
      ),
    )
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    await server.waitFor(MESSAGES, 30)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ids = server.received.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(MESSAGES)
    expect(new Set(ids).size).toBe(MESSAGES)
  },
  60_000,
)

test.each(['postgres', 'sqlite'] as const)(
  'the same form at two gateways on one %s is one message',
  async (kind) => {
    const { gateways, server } = await setUp(kind)
    const form = formOf({ submission_id: crypto.randomUUID() })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, number) => postForm(gateways[number % 2]?.url ?? '', form)),
    )
    expect(replies.map(({ reason }) => reason).sort()).toEqual([
      'accepted',
      ...Array(9).fill('repeated'),
    ])
    await server.waitFor(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.received).toHaveLength(1)
  },
)

test('a gateway that stands still holds up no other, and goes on where it was', async () => {
  const { gateways, server } = await setUp('postgres')
  const [one, other] = gateways
  other.child.kill('SIGSTOP')
  await postForm(one.url, { message: 'Sent by the living.' })
  await server.waitFor(1)
  other.child.kill('SIGCONT')
  expect(await postForm(other.url, { message: 'Sent by the resumed.' })).toMatchObject({
    status: 200,
  })
  await server.waitFor(2)
  const ids = server.received.map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(2)
})
