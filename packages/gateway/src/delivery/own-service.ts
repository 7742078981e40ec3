import type { Configuration } from '../configuration.ts'

/** What an account names to send by the transports of `MAIL_TRANSPORT`. */
export const OWN_SERVICE = 'SMTP_URL'

type Chosen = Pick<Configuration, 'MAIL_TRANSPORT'>

/** The names of the own transports, the first one first: of SMTP its variable, else the provider. */
export function ownTransports({ MAIL_TRANSPORT }: Chosen): string[] {
  return MAIL_TRANSPORT.map((provider) => (provider === 'smtp' ? OWN_SERVICE : provider))
}

/** The transport that takes over while this one is paused, if there is one. */
export function partnerOf(name: string, configuration: Chosen): string | undefined {
  const own = ownTransports(configuration)
  return own.includes(name) ? own.find((other) => other !== name) : undefined
}
