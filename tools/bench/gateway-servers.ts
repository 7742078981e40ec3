import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnGateway } from 'test-fixtures/gateway-process.ts'
import { startMailServer } from 'test-fixtures/mail-server.ts'

/** An SMTP server that discards mails and calls `onMail` with the time of each. */
export async function startDiscardingServer() {
  const server = await startMailServer({
    onData: (stream, _, done) =>
      stream.resume().on('end', () => {
        done(null, 'accepted for delivery')
        self.onMail(performance.now())
      }),
  })
  const self = { url: server.url, close: server.close, onMail: (_time: number) => {} }
  return self
}

export type DiscardingServer = Awaited<ReturnType<typeof startDiscardingServer>>

/** The same server in a separate process, so that the load generator does not delay it. */
export async function startMailCounter() {
  const child = fork(import.meta.filename)
  const [url]: unknown[] = await once(child, 'message')
  return {
    url: String(url),
    /** The number of mails received so far. */
    count: async () => {
      const counted = once(child, 'message')
      child.send('count')
      const [mails]: unknown[] = await counted
      return Number(mails)
    },
    close: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

export type MailCounter = Awaited<ReturnType<typeof startMailCounter>>

async function runMailCounter() {
  let mails = 0
  const server = await startDiscardingServer()
  server.onMail = () => {
    mails++
  }
  process.on('message', () => process.send?.(mails))
  process.on('disconnect', () => server.close().then(() => process.exit(0)))
  process.send?.(server.url)
}

if (import.meta.main) await runMailCounter()

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
