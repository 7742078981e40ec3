import type { SendMailOptions } from 'nodemailer'
import { EMAIL_FIELD } from '../../wire/fields.ts'
import type { Message } from '../store/database.ts'
import { asciiAddress, isAddress, shownAddress } from './address.ts'
import { type MailTemplate, renderHtml, renderText } from './template.ts'

export type Sender = {
  /** From whom the mail comes: an address of the owner's own domain. */
  from: string
  /** The owner's address, `{{owner_email}}` in templates. */
  to: string
  /** The name of the site, `{{site}}` in templates. */
  site: string
}

type Variables = Record<string, string>

/** A word in code has at most 75 signs, and each letter up to four bytes. */
const CODED_LETTERS = 10

/** Marks that turn the direction of what follows: with them a name reads as it is not written. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** The mail for a message, the same at every attempt. */
export function composeMail(
  message: Message,
  template: MailTemplate,
  { from, to, site }: Sender,
): SendMailOptions {
  const written = withOneLineEnd(JSON.parse(message.variables ?? '{}'))
  const variables: Variables = {
    ...written,
    owner_email: to,
    site,
    message_id: message.id,
    received_at: new Date(message.received_at).toUTCString(),
  }
  const header = (text: string | undefined) => oneLine(renderText(text ?? '', variables))
  const visitor = header(template.replyTo)
  // Where it cannot be written so that every server takes it, it stands in the text alone.
  const replyTo = isAddress(visitor) ? asciiAddress(visitor) : undefined
  const read = { ...variables, [EMAIL_FIELD]: shownAddress(written[EMAIL_FIELD] ?? '') }
  const plain = template.text ? renderText(template.text, read) : listOf(written)
  return {
    from: { name: site, address: from },
    to: header(template.to),
    ...(template.cc && { cc: header(template.cc) }),
    ...(template.bcc && { bcc: header(template.bcc) }),
    ...(replyTo && { replyTo }),
    subject: asWritten(header(template.subject)),
    text: plain,
    html: renderHtml(template.html, read),
    messageId: message.mail_id,
    date: new Date(message.received_at),
    ...(template.isReply && replyMarks(written[EMAIL_FIELD] ?? '')),
  }
}

/** An automatic reply says so, and a bounce of it goes nowhere, so that no two robots write on. */
function replyMarks(visitor: string): SendMailOptions {
  return {
    envelope: { from: '', to: visitor },
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  }
}

function listOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => (value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`))
    .join('\n')
}

/** A mail may hold a bare CR nowhere: servers differ on whether it ends a line, and with it the mail. */
function withOneLineEnd(variables: Variables): Variables {
  const lines = Object.entries(variables).map(([name, value]) => [name, toLf(value)])
  return Object.fromEntries(lines)
}

function toLf(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/**
 * Words in code (RFC 2047) that a visitor wrote would be shown decoded, line breaks and all. In code
 * themselves they are shown as they were written.
 */
function asWritten(subject: string): string {
  if (!subject.includes('=?')) return subject
  const letters = [...subject]
  const parts = Array.from({ length: Math.ceil(letters.length / CODED_LETTERS) }, (_, n) =>
    letters.slice(n * CODED_LETTERS, (n + 1) * CODED_LETTERS).join(''),
  )
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
}

function oneLine(text: string): string {
  return text
    .replace(TURNS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
