import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enqueue, newMessageId } from 'reward-codes-gateway/internal/store/accept-message.ts'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { COMMAND, SITE } from 'test-fixtures/folders.ts'
import { expect, onTestFinished, test } from 'vitest'

test('a gateway whose port is in use reports it and claims no message', async () => {
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
      kind: 'message',
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
  const child = spawn(process.execPath, [COMMAND, 'start', '--role', 'gateway'], {
    cwd: SITE,
    env: { ...process.env, PORT: String(port), OPS_PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'exit')
  const rows = await store.db.selectFrom('messages').select(['state', 'attempt']).execute()
  await store.close()
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is in use`)
  expect(rows).toEqual([{ state: 'queued', attempt: 0 }])
})
