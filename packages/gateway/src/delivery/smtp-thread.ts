import nodemailer, { type SendMailOptions } from 'nodemailer'
import { redactSecrets } from '../log.ts'
import { answerCalls } from '../thread.ts'
import { asMailError, CONNECTIONS, type MailError, parseMailServer } from './smtp.ts'
import type { SmtpRequest, SmtpResult } from './transport.ts'

// The worker thread that sends mail by SMTP.

// In total well below the lease of a message.
const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 30_000
const SOCKET_TIMEOUT_MS = 120_000

type Mailer = ReturnType<typeof createMailer>

const mailers = new Map<number, Mailer>()

answerCalls((request: SmtpRequest, signal) => {
  if (request.kind === 'run') return run(request, signal)
  mailers.get(request.server)?.close()
  mailers.delete(request.server)
})

async function run(
  { server, address, mail }: SmtpRequest & { kind: 'run' },
  signal: AbortSignal,
): Promise<SmtpResult> {
  const mailer = mailers.get(server) ?? createMailer(address)
  mailers.set(server, mailer)
  // A server may repeat the credentials in its responses.
  const redact = (text: string) => redactSecrets(text, { address })
  try {
    const { response, rejectedErrors } = await sendOrVerify(mailer, mail, signal)
    const rejected = rejectedErrors?.map((error) => toPlainError(error, redact))
    return { ok: true, sent: { response: redact(response), rejectedErrors: rejected } }
  } catch (error) {
    return { ok: false, error: toPlainError(error, redact) }
  }
}

async function sendOrVerify(
  mailer: Mailer,
  mail: SendMailOptions | undefined,
  signal: AbortSignal,
) {
  if (mail) return mailer.sendMail({ ...mail, signal })
  await mailer.verify()
  return { response: '', rejectedErrors: undefined }
}

function createMailer(address: string) {
  const { host, port, isImplicitTls: secure, isLocal } = parseMailServer(address)
  const { username, password } = new URL(address)
  return nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    maxConnections: CONNECTIONS,
    // The delivery worker itself retries a mail after a lost connection.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Copies the properties that are read of an error, to send them between threads. */
function toPlainError(error: unknown, redact: (text: string) => string): MailError {
  const { message, code, command, response, responseCode, recipient, rejectedErrors } =
    asMailError(error)
  return {
    message: redact(message),
    code,
    command,
    response: response && redact(response),
    responseCode,
    recipient,
    rejectedErrors: rejectedErrors?.map((inner) => toPlainError(inner, redact)),
  }
}
