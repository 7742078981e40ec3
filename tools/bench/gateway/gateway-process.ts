import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from 'reward-codes-gateway/internal/store/store.ts'
import { startTestGateway } from 'test-fixtures/gateway.ts'
import { spawnGateway } from 'test-fixtures/gateway-process.ts'

/** More messages than any benchmark sends in an hour. */
const NO_LIMIT = '1000000000'

/**
 * Starts a gateway in a separate process, with a data folder that `close` deletes. DELIVERS=no leaves
 * messages in the queue. STORES=no accepts them without storing them, which measures the route alone.
 */
export async function startGateway(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const gateway = await spawnGateway(
    {
      DATA_DIR: folder,
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
      RATE_LIMIT_PER_IP: NO_LIMIT,
      RATE_LIMIT_PER_SITE: NO_LIMIT,
      ...environment,
    },
    [],
    import.meta.filename,
  )
  return {
    folder,
    url: gateway.url,
    pid: gateway.child.pid,
    close: async () => {
      await gateway.stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Accepts every message, and counts every request as the first. */
const nullStore: Pick<Store, 'accept' | 'count'> = {
  accept: async ({ message }) => ({ kind: 'stored', reason: message.reason }),
  count: async (buckets) => buckets.map(() => 1),
}

async function runGateway() {
  const { DATA_DIR = '', DELIVERS, STORES, PAGE_CAPTCHA } = process.env
  const log = openSync(join(DATA_DIR, 'log'), 'a')
  const environment = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const { url, close } = await startTestGateway({
    environment,
    writeLog: (line) => writeSync(log, `${line}\n`),
    page: PAGE_CAPTCHA === 'altcha' ? { captcha: 'altcha' } : {},
    prepare: (gateway) => {
      if (STORES === 'no') Object.assign(gateway.store, nullStore)
      if (STORES === 'no' || DELIVERS === 'no') gateway.delivery.start = () => {}
    },
  })
  process.on('SIGTERM', () => close().then(() => process.exit(0)))
  console.log(url)
}

if (import.meta.main) await runGateway()
