import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buildOpsServer } from 'reward-codes-gateway/internal/http/ops.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startOwnGateway } from '../fixtures/delivery.ts'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { startStallingProxy } from '../fixtures/stalling-proxy.ts'
import { freshPlace } from '../fixtures/stores.ts'

function lockDatabase(folder: string) {
  const other = new DatabaseSync(join(folder, 'messages.db'))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return () => other.exec('rollback')
}

test('while another process locks the database, messages get a 503 soon and other requests work', async () => {
  const { url, folder, gateway } = await startOwnGateway()
  const unlock = lockDatabase(folder)
  const ops = buildOpsServer({ gateway, isStopping: () => false })
  const form = formOf({ message: 'Patience.' })
  const startedAt = performance.now()
  const posted = postForm(url, form)
  expect((await ops.inject('/readyz')).body).toMatch(
    /^not ready: cannot store messages: database is locked/,
  )
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  // Commands wait 5 s for a lock. No visitor waits so long for a gateway.
  expect(performance.now() - startedAt).toBeLessThan(5000)
  const refused = await posted
  expect(refused).toMatchObject({ status: 503, reason: 'storage-unavailable' })
  expect(refused.headers.get('retry-after')).toBe('30')
  unlock()
  expect(await postForm(url, form)).toMatchObject({ status: 200, reason: 'accepted' })
})

test('if PostgreSQL stops responding, requests time out and broken connections are discarded', async () => {
  const line = await startStallingProxy(inject('postgres'))
  onTestFinished(line.close)
  const { databaseUrl = '' } = await freshPlace('postgres')
  const through = new URL(databaseUrl)
  through.port = String(line.port)
  const gateway = await startOwnGateway({
    environment: { DATABASE_URL: through.href },
    waitMs: 1000,
  })
  expect(await postForm(gateway.url, { message: 'Before.' })).toMatchObject({ status: 200 })
  line.stall()
  expect(await postForm(gateway.url, { message: 'Now.' })).toMatchObject({ status: 503 })
  line.heal()
  // Without a pause, as on a busy site, because the pool closes idle connections by itself.
  const again = () => postForm(gateway.url, { message: 'Again.' })
  await expect.poll(async () => (await again()).status).toBe(200)
})
