import type { Configuration } from './configuration.ts'

/** A transport in a sentence. */
export const titleOf = (transport: string) =>
  ['smtp', 'graph'].includes(transport) ? 'The mail server' : transport

export const MISSING_SERVER = {
  hint: 'messages stay queued until you set SMTP_HOST, MAIL_FROM and MAIL_TO in .env and restart',
}

export const NOTICE_KINDS = ['webhook', 'ntfy', 'slack', 'discord'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A way by which notices reach the owner. */
export type NoticeWay = {
  kind: NoticeKind
  url: string
  /** The secret that signs a webhook: `whsec_` and base64. */
  secret?: string | undefined
}

/** The ways of the owner of the gateway, by the variables that set them. */
export function ownNotices(configuration: Configuration): Map<string, NoticeWay> {
  const secret = configuration.NOTICE_WEBHOOK_SECRET
  return new Map(
    NOTICE_KINDS.flatMap((kind) => {
      const name = `NOTICE_${kind.toUpperCase() as Uppercase<NoticeKind>}_URL` as const
      const url = configuration[name]
      return url ? [[name, { kind, url, secret }]] : []
    }),
  )
}
