import { classifyFailure } from '../../gateway/mail/outcome.ts'
import { isOnThisMachine, type Transport } from '../../gateway/mail/transport.ts'
import { judgeCertificate, readCertificateEnd } from './certificate.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'mail server'

/** Goes through the conversation with a mail server up to the login. */
export async function checkMailServer(
  variable: string,
  { place, isReal, verify }: Transport,
  address: string | undefined,
  now: number,
): Promise<Finding[]> {
  if (!isReal || !address) {
    const advice = `Name one in .env, such as ${variable}=smtps://name:password@mail.example.com`
    return [warning(CHECK, `none yet: mails are written as ${place}`, advice)]
  }
  const url = new URL(address)
  const isEncrypted = url.protocol === 'smtps:' || !isOnThisMachine(url)
  const end = isEncrypted ? await readCertificateEnd(address) : undefined
  const certificate = end === undefined ? [] : [judgeCertificate(place, end, now)]
  try {
    await verify()
    const login = url.username ? 'takes the login' : 'answers; no login is set'
    return [...certificate, ok(CHECK, `${place} ${login}`)]
  } catch (error) {
    const { reply } = classifyFailure(error)
    return [...certificate, failed(CHECK, `${place}: ${reply}`, adviceFor(error, variable))]
  }
}

export function adviceFor(error: unknown, variable: string): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (/certificate|altnames|self[- ]signed/i.test(message)) {
    return `The name in ${variable} must be the one in the certificate, and the certificate valid.`
  }
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return (
        `Name and password in ${variable} are not accepted. Write : / @ % in them as %3A %2F %40 %25; ` +
        'some providers want a password made for programs.'
      )
    case 'EDNS':
      return `There is no such name: look at ${variable} for a slip of the pen.`
    case 'ETLS':
      return `The server does not encrypt. Is smtps:// with port 465 meant in ${variable}?`
    case 'ETIMEDOUT':
    case 'ESOCKET':
    case 'ECONNECTION':
      return `Nothing answers there. Is the port in ${variable} right? Many hosts block 25, 465, 587.`
    default:
      return `This is the server's own answer to the settings in ${variable}.`
  }
}
