import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The page on which an owner reviews a message. The token that follows is the permission to do so. */
export const REVIEW_PATH = '/api/v1.0/review'

/** A link, as one of the parts that a text is split into. */
export const REVIEW_LINK =
  /(https?:\/\/[\w.:-]+\/api\/v1\.0\/review\/[0-9a-z-]+\.[0-9a-z]+\.[\w-]{43})/

/** The id in the link to the page that lists all messages that wait. */
export const WAITING = 'waiting'

export const VALID_MS = 7 * 86_400_000
const TOKEN = /^([0-9a-z-]+)\.([0-9a-z]+)\.([\w-]{43})$/

/** Signs the links in notices. Anyone who has a link may review that message until the link expires. */
export type MessageLinks = {
  /** Undefined if the gateway does not know its public address. */
  urlOf: (id: string, now: number) => string | undefined
  /** The message of a token; undefined if the token has expired or is not of this gateway. */
  read: (token: string, now: number) => { id: string; expiresAt: number } | undefined
}

/** `secret` is the one that all gateways on a database share. */
export function createMessageLinks(secret: string, origin: string | undefined): MessageLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'links to messages', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    urlOf: (id, now) => {
      const text = `${id}.${(now + VALID_MS).toString(36)}`
      return origin && `${origin}${REVIEW_PATH}/${text}.${sign(text).toString('base64url')}`
    },
    read: (token, now) => {
      const [, id = '', end = '', signature = ''] = TOKEN.exec(token) ?? []
      const expiresAt = Number.parseInt(end, 36)
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(`${id}.${end}`)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return expiresAt > now ? { id, expiresAt } : undefined
    },
  }
}
