import { isIP } from 'node:net'
import type { Configuration } from './configuration.ts'
import { PROVIDER_URLS } from './own-transports.ts'
import type { StatedSettings } from './protocol.ts'

type Environment = Record<string, string | undefined>

/**
 * What a build knows of the settings of the gateway. A default is known only if `isRunning`, which is
 * whether this process is the gateway, or with SMTP_URL, because the settings are then complete. Otherwise the
 * gateway may run elsewhere, with settings that are not here.
 */
export function knownSettings(
  configuration: Configuration,
  environment: Environment,
  isRunning: boolean,
): StatedSettings {
  const { SMTP_URL, MAIL_TRANSPORT, RETENTION_DAYS, AUTO_REPLY } = configuration
  const server = MAIL_TRANSPORT === 'smtp' ? SMTP_URL : PROVIDER_URLS[MAIL_TRANSPORT]
  const isComplete = isRunning || server !== undefined
  const isKnown = (name: string) => isComplete || Boolean(environment[name])
  return {
    retentionDays: isKnown('RETENTION_DAYS') ? RETENTION_DAYS : undefined,
    autoReply: isKnown('AUTO_REPLY') ? AUTO_REPLY : undefined,
    mailServer: server && publicHost(server),
  }
}

/** Names without a dot, and domains that routers and networks use, none of which is on the internet. */
const INTERNAL = /^[^.]+$|\.(?:localhost|local|localdomain|internal|lan|home|home\.arpa|corp|test)$/

function publicHost(url: string): string | undefined {
  const { hostname } = new URL(url)
  const isInternal = isIP(hostname) > 0 || INTERNAL.test(hostname)
  return isInternal || hostname.startsWith('[') ? undefined : hostname
}
