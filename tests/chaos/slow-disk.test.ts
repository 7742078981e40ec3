import { setTimeout as rest } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { onSlowDisk } from '../fixtures/failing-disk.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { wordsOnDisk } from '../fixtures/stored.ts'
import { makePlace } from '../fixtures/test-environment.ts'

const SYNC_MS = 3000
const VISITORS = 300
/** The maximum response time for a visitor. The page times out after 20 s. */
const MAX_RESPONSE_MS = 15_000

test('on a disk with 3 s per fsync, each of 300 visitors gets a response in time', async () => {
  const place = await makePlace('sqlite')
  const server = await startMailServer()
  const environment = { ...place.environment, SMTP_URL: server.url }
  // The first start creates the tables without the delay.
  await (await spawnGateway(environment)).stop('SIGTERM')
  const gateway = await spawnGateway(environment, onSlowDisk(place.folder, SYNC_MS))
  onTestFinished(async () => {
    await gateway.stop('SIGKILL')
    await server.close()
  })
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const message = crypto.randomUUID()
      const reply = await Promise.race([
        postForm(gateway.url, freshForm({ message })),
        rest(MAX_RESPONSE_MS, undefined),
      ])
      return { message, reply, after: performance.now() - begun }
    }),
  )
  const timedOut = answers.filter(({ reply }) => reply === undefined)
  expect(timedOut).toHaveLength(0)
  const refused = answers.filter(({ reply }) => reply?.status === 503)
  for (const { reply } of refused) {
    expect(Number(reply?.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const stored = answers.filter(({ reply }) => reply?.status === 200)
  expect(stored.length + refused.length).toBe(VISITORS)
  expect(stored.length).toBeGreaterThan(0)
  const onDisk = new Set(wordsOnDisk(place.folder))
  expect(stored.filter(({ message }) => !onDisk.has(message))).toEqual([])
}, 60_000)
