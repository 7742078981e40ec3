import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enqueue, newMessageId } from '../../src/gateway/store/outbox.ts'
import { openStore } from '../../src/gateway/store/store.ts'

const START = join(import.meta.dirname, '../../src/cli/start.ts')

test('a gateway that finds its port taken says so, and has taken no message into its hand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-start-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => {
    taken.close()
    rmSync(folder, { recursive: true })
  })
  const store = await openStore({ dataFolder: folder })
  await store.db.transaction().execute((tx) =>
    enqueue(tx, {
      id: newMessageId(Date.now()),
      purpose: 'message',
      account: 'portfolio',
      service: 'default_service',
      template: 'contact',
      sender: 'ada@example.org',
      reason: null,
      mayReply: false,
      mailDomain: 'portfolio.test',
      variables: { message: 'Hello' },
      now: Date.now(),
    }),
  )
  const { port } = taken.address() as AddressInfo
  const child = spawn(process.execPath, [START, '--only', 'gateway'], {
    env: { ...process.env, PORT: String(port), OPERATE_PORT: '0', DATA_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'exit')
  const rows = await store.db.selectFrom('messages').select(['state', 'attempt']).execute()
  await store.close()
  expect(code).toBe(1)
  expect(said).toContain(`Port ${port} is taken`)
  expect(rows).toEqual([{ state: 'queued', attempt: 0 }])
})
