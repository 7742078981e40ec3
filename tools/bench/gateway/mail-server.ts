import { fork } from 'node:child_process'
import { once } from 'node:events'
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
