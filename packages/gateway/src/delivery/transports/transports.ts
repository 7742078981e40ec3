import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DKIMOptions } from 'nodemailer'
import type { Account } from '../../accounts.ts'
import type { Configuration } from '../../configuration.ts'
import { textOf } from '../../log.ts'
import { mailFolder } from './mail-files.ts'
import { createFileTransport, smtpTransport, type Transport } from './transport.ts'

/** The variable of the mail server that sends alerts about the others. */
export const ALERT_SERVICE = 'ALERT_SMTP_URL'

/**
 * Opens a transport for each variable that names a mail server. A variable that is not set gets a
 * folder.
 */
export function openTransports(
  accounts: Map<string, Account>,
  configuration: Configuration,
  environment: Record<string, string | undefined>,
): Map<string, Transport> {
  const services = [...accounts.values()].flatMap(({ services }) => [...services.values()])
  const names = new Set(configuration.ALERT_SMTP_URL ? [...services, ALERT_SERVICE] : services)
  const dkim = readDkim(configuration)
  return new Map(
    [...names].map((name) => {
      const address = environment[name]
      const transport = address
        ? smtpTransport(address, dkim)
        : createFileTransport(mailFolder(configuration.DATA_DIR))
      return [name, transport]
    }),
  )
}

function readDkim(configuration: Configuration): DKIMOptions | undefined {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE } = configuration
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY_FILE) return undefined
  return {
    domainName: DKIM_DOMAIN,
    keySelector: DKIM_SELECTOR,
    privateKey: readKey(DKIM_KEY_FILE),
  }
}

function readKey(file: string): string {
  try {
    const key = readFileSync(file, 'utf8')
    createPrivateKey(key)
    return key
  } catch (error) {
    const reason = textOf(error)
    throw new Error(`DKIM_KEY_FILE: ${file} contains no valid private key: ${reason}`)
  }
}
