import type { Configuration } from '../../configuration.ts'
import { mailServerOf } from '../../mail-server.ts'
import type { Transport } from '../transport.ts'
import { graphTransport } from './graph.ts'
import { smtpTransport } from './smtp.ts'

/** Opens the transport of mails, if it is set. */
export function openTransport(
  settings: Configuration,
  clock: () => number = Date.now,
): Transport | undefined {
  if (settings.MAIL_TRANSPORT === 'graph') return graphTransport(settings, clock)
  const server = mailServerOf(settings)
  return server && smtpTransport(server)
}
