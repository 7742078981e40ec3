import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import nodemailer, {
  type DKIMOptions,
  type NodemailerError,
  type SendMailOptions,
} from 'nodemailer'
import { codesOf, type Said } from './outcome.ts'
import { createTurns, type Turns } from './turns.ts'
import { mailFile, partOf } from './written-mails.ts'

/** Hands a mail over and gives what the other side said; throws where it did not take it. */
export type Transport = {
  /** Does something as soon as one of its connections is free for it. */
  inTurn: Turns
  send: (mail: SendMailOptions, messageId: string, signal: AbortSignal) => Promise<Said>
  /** Goes through the conversation up to the login, without a mail. */
  verify: () => Promise<void>
  /** What it is, fit to be shown. */
  place: string
  /** Whether anything leaves this machine. */
  isReal: boolean
  close: () => void
}

export const CONNECTIONS = 2
/** The library is content with anything that begins with a 2. */
const TAKEN = /^2\d\d(?!\d)/
// Together well below the lease of a message.
const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
const SILENCE_TIMEOUT_MS = 120_000

/** Delivers by SMTP. Outside this machine nothing is sent over a line that is not encrypted. */
export function smtpTransport(address: string, dkim?: DKIMOptions): Transport {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const isLocal = isOnThisMachine(url)
  const mailer = nodemailer.createTransport({
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...(dkim && { dkim }),
    maxConnections: CONNECTIONS,
    // A mail on a lost connection is the courier's to send again, under its own rules.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    inTurn: createTurns(CONNECTIONS),
    send: async (mail, _id, signal) => {
      const { response, rejected, rejectedErrors = [] } = await mailer.sendMail({ ...mail, signal })
      // The library is content when one of several recipients was accepted.
      if (rejected.length > 0) throw mostHopeful(rejectedErrors)
      if (!TAKEN.test(response)) throw noReply(response)
      return { reply: response, inLog: codesOf(response) }
    },
    verify: async () => {
      await mailer.verify()
    },
    place: `${url.protocol}//${url.host}`,
    isReal: true,
    close: () => mailer.close(),
  }
}

function noReply(response: string): Error {
  const error = new Error(`The answer to the mail is no reply: ${response}`)
  return Object.assign(error, { response })
}

/** Of the refusals of several recipients the one that may pass: then all of them are tried again. */
function mostHopeful(errors: NodemailerError[]): Error {
  const passing = errors.find(({ responseCode = 0 }) => responseCode < 500)
  return passing ?? errors[0] ?? new Error('A recipient was refused.')
}

/** Whether a mail server needs no encryption, because nothing leaves this machine on the way to it. */
export function isOnThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Writes each mail into a folder, for an owner who has not chosen a mail server yet. */
export function folderTransport(folder: string): Transport {
  const mailer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    inTurn: createTurns(CONNECTIONS),
    send: async (mail, messageId) => {
      const { message } = await mailer.sendMail(mail)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = mailFile(folder, messageId)
      writeFileSync(partOf(file), message as Buffer, { mode: 0o600, flush: true })
      renameSync(partOf(file), file)
      const reply = `Written to ${file}`
      return { reply, inLog: reply }
    },
    verify: async () => {},
    place: `files in ${folder}/`,
    isReal: false,
    close: () => {},
  }
}
