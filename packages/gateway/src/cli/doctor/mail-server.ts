import { isOnThisMachine, parseMailServer } from '../../delivery/mail-server.ts'
import { classifyFailure, isCertificateError } from '../../delivery/smtp-error.ts'
import type { Transport } from '../../delivery/transport.ts'
import { evaluateCertificate, readCertificateEnd } from './certificate.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { findMismatch, type Mismatch } from './tls-mismatch.ts'

const CHECK = 'mail server'

/** Checks the session with a mail server up to the login. */
export async function checkMailServer(
  variable: string,
  { location, isReal, verify }: Transport,
  address: string | undefined,
  now: number,
): Promise<Finding[]> {
  if (!isReal || !address) {
    const advice = `Set it in .env, such as ${variable}=smtps://name:password@mail.example.com`
    return [warning(CHECK, `not set: mails are written as ${location}`, advice)]
  }
  const url = new URL(address)
  const server = parseMailServer(address)
  const isEncrypted = server.isImplicitTls || !isOnThisMachine(url)
  const end = isEncrypted ? await readCertificateEnd(server) : undefined
  const certificate = end === undefined ? [] : [evaluateCertificate(location, end, now)]
  const mismatch = end === undefined ? await findMismatch(server) : undefined
  if (mismatch) return [mismatchFinding(mismatch, location, url, variable)]
  try {
    await verify()
    const login = url.username ? 'accepts the login' : 'responds; no login is set'
    return [...certificate, ok(CHECK, `${location} ${login}`)]
  } catch (error) {
    const { reply } = classifyFailure(error)
    return [...certificate, failed(CHECK, `${location}: ${reply}`, adviceFor(error, variable))]
  }
}

function mismatchFinding(
  mismatch: Mismatch,
  location: string,
  { port }: URL,
  variable: string,
): Finding {
  const rest = port ? `…:${port}` : '…'
  if (mismatch === 'plain') {
    return failed(
      CHECK,
      `${location}: the server responds, but without TLS from the first byte`,
      `Set ${variable} to smtp://${rest}, which uses STARTTLS as on ports 587 and 25, ` +
        'or use the port for smtps://, usually 465.',
    )
  }
  return failed(
    CHECK,
    `${location}: the server responds, but only with TLS from the first byte`,
    `Set ${variable} to smtps://${rest} (port 465), or use the port for smtp://, usually 587.`,
  )
}

export function adviceFor(error: unknown, variable: string): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (isCertificateError(message)) {
    return `The host in ${variable} must match the certificate, and the certificate must be valid.`
  }
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return (
        `The server rejected the name or password in ${variable}. Percent-encode # / ? : @ % as ` +
        '%23 %2F %3F %3A %40 %25. Some providers require an app password.'
      )
    case 'EDNS':
      return `Host not found. Check ${variable} for a typo.`
    case 'ETLS':
      return `The server does not offer STARTTLS. Should ${variable} be smtps:// with port 465?`
    case 'ETIMEDOUT':
    case 'ESOCKET':
    case 'ECONNECTION':
      return `No response. Check the port in ${variable}. Many hosts block ports 25, 465 and 587.`
    default:
      return `This is the server's response to the settings in ${variable}.`
  }
}
