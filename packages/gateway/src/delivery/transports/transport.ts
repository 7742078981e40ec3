import { mkdirSync, writeFileSync } from 'node:fs'
import type { DKIMOptions, SendMailOptions } from 'nodemailer'
import { writeAtomic } from '../../write-atomic.ts'
import { renderMail } from '../compose.ts'
import { mailFile } from './mail-files.ts'
import { isOnThisMachine } from './mail-server.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'
import { openServer } from './smtp.ts'
import { codesOf, type Refusal, refusalsOf, type SmtpResponse } from './smtp-error.ts'

/** The response to a mail that at least one recipient got. */
type Accepted = SmtpResponse & { refusals: Refusal[] }

export type Transport = {
  /** Runs a function as soon as one of the connections is free. */
  withPermit: Semaphore
  /** Sends a mail. Throws if no recipient got it. */
  send: (mail: SendMailOptions, messageId: string, signal: AbortSignal) => Promise<Accepted>
  /** Connects and logs in, without sending a mail. */
  verify: () => Promise<void>
  /** A description without secrets, for display. */
  location: string
  /** Whether mails are sent, and not written to files. */
  isReal: boolean
  close: () => void
}

/** The number of connections to a mail server: some servers allow no more than three. */
export const CONNECTIONS = 2
/** The mail library accepts any response that starts with a 2. */
const ACCEPTED = /^2\d\d(?!\d)/

/** Sends mail by SMTP. TLS is required unless the server is on this machine. */
export function smtpTransport(address: string, dkim?: DKIMOptions): Transport {
  const url = new URL(address)
  const connection = { address, connections: CONNECTIONS, isLocal: isOnThisMachine(url), dkim }
  const server = openServer(connection)
  return {
    withPermit: createSemaphore(CONNECTIONS),
    send: async (mail, _id, signal) => {
      const { response, rejectedErrors = [] } = await server.send(mail, signal)
      if (!ACCEPTED.test(response)) throw invalidResponseError(response)
      const refusals = refusalsOf({ rejectedErrors })
      return { reply: response, redacted: codesOf(response), refusals }
    },
    verify: server.verify,
    location: `${url.protocol}//${url.host}`,
    isReal: true,
    close: server.close,
  }
}

function invalidResponseError(response: string): Error {
  const error = new Error(`Invalid SMTP response: ${response}`)
  return Object.assign(error, { response })
}

/** Writes each mail to a folder, for an owner who has not configured a mail server yet. */
export function createFileTransport(folder: string): Transport {
  return {
    withPermit: createSemaphore(CONNECTIONS),
    send: async (mail, messageId) => {
      const { bytes } = await renderMail(mail)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = mailFile(folder, messageId)
      await writeAtomic(file, async (part) => writeFileSync(part, bytes, { mode: 0o600 }))
      const reply = `Written to ${file}`
      return { reply, redacted: reply, refusals: [] }
    },
    verify: async () => {},
    location: `files in ${folder}/`,
    isReal: false,
    close: () => {},
  }
}
