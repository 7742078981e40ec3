import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GatewayProcess, spawnGateway } from '../tests/fixtures/gateway-process.ts'
import { type MailServer, startMailServer } from '../tests/fixtures/mail-server.ts'

const PROGRAM = join(import.meta.dirname, 'gateway-program.ts')

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

/** A gateway in a process and with a folder of its own, which are gone when it is closed. */
export async function startGateway(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const gateway: GatewayProcess = await spawnGateway(
    {
      DATA_FOLDER: folder,
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
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
