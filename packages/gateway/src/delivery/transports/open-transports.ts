import type { Account } from '../../accounts.ts'
import type { Transport } from '../transport.ts'
import { smtpTransport } from './smtp.ts'

/** The variable of the mail server that sends alerts about the others. */
export const ALERT_SERVICE = 'ALERT_SMTP_URL'

/** Opens a transport for each variable that names a mail server and is set. */
export function openTransports(
  accounts: Map<string, Account>,
  environment: Record<string, string | undefined>,
): Map<string, Transport> {
  const names = new Set([...serversOf(accounts), ALERT_SERVICE])
  return new Map(
    [...names].flatMap((name) => {
      const address = environment[name]
      return address ? [[name, smtpTransport(address, name)] as const] : []
    }),
  )
}

/** Only the mail server of the own site may be missing: an account cannot name a variable that is not set. */
export const MISSING_SERVER = {
  hint: 'messages stay queued until you set SMTP_URL, MAIL_FROM and MAIL_TO in .env and restart',
}

/** The variables that name the mail servers of accounts. */
export function serversOf(accounts: Map<string, Account>): Set<string> {
  return new Set([...accounts.values()].flatMap(({ services }) => [...services.values()]))
}
