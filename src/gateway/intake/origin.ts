import type { FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'

/** From where a request comes, told by the browser. Programs tell nothing. */
export type Origin = { address: string; hostname: string; isOwn: boolean }

/** The origin of a browser's request; nothing where none is told, or none that can be read. */
export function readOrigin({ headers, host }: FastifyRequest): Origin | undefined {
  const { origin } = headers
  if (!origin || origin === 'null') return undefined
  try {
    const url = new URL(origin)
    return { address: url.origin, hostname: url.hostname, isOwn: url.host === host }
  } catch {
    return undefined
  }
}

export function isAllowed({ address, isOwn }: Origin, { isOwnSite, origins }: Account): boolean {
  return (isOwn && isOwnSite) || origins.has(address)
}
