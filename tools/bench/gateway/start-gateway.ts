import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GatewayProcess, spawnGateway } from '../../tests/fixtures/gateway-process.ts'
import { type MailServer, startMailServer } from '../../tests/fixtures/mail-server.ts'

/** More than any load sends within an hour. */
const NO_LIMIT = '1000000000'
const PROGRAM = join(import.meta.dirname, 'gateway-program.ts')
const MAIL_COUNTER = join(import.meta.dirname, 'mail-counter.ts')

/** A mail server that takes mails as fast as they come, and tells when each has come. */
export async function startQuickMailServer() {
  const server: MailServer = await startMailServer({
    onData: (stream, _, done) =>
      stream.resume().on('end', () => {
        done(null, 'taken')
        self.onMail(performance.now())
      }),
  })
  const self = { url: server.url, close: server.close, onMail: (_at: number) => {} }
  return self
}

/** A mail server in a process of its own, so that it does not wait for those who send messages. */
export async function startMailCounter() {
  const child = fork(MAIL_COUNTER)
  const [url]: unknown[] = await once(child, 'message')
  return {
    url: String(url),
    /** How many mails have come. */
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

/** A gateway in a process and with a folder of its own, which are gone when it is closed. */
export async function startGateway(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const gateway: GatewayProcess = await spawnGateway(
    {
      DATA_DIR: folder,
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
      RATE_LIMIT_PER_IP: NO_LIMIT,
      RATE_LIMIT_PER_SITE: NO_LIMIT,
      ...environment,
    },
    [],
    PROGRAM,
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

export type Gateway = Awaited<ReturnType<typeof startGateway>>
