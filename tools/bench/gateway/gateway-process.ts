import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnGateway } from 'test-fixtures/gateway-process.ts'

/** More messages than any benchmark sends in an hour. */
const NO_LIMIT = '1000000000'

/** Starts a gateway in a separate process, with a data folder that `close` deletes. */
export async function startGateway(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const gateway = await spawnGateway({
    DATA_DIR: folder,
    LOG_FILE: join(folder, 'log'),
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    RATE_LIMIT_PER_IP: NO_LIMIT,
    RATE_LIMIT_PER_SITE: NO_LIMIT,
    ...environment,
  })
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
