import nodemailer, { type SendMailOptions } from 'nodemailer'
import MimeNode from 'nodemailer/lib/mime-node'
import { EMAIL_FIELD } from 'reward-codes-protocol/fields'
import { textOf } from '../log.ts'
import type { Message, Variables } from '../store/database.ts'
import { asciiAddress, displayAddress, isAddress } from './address.ts'
import { type MailTemplate, OTHER_FIELDS, renderHtml, renderText } from './template.ts'

export type Sender = {
  /** The From address, in the owner's own domain. */
  from: string
  /** The recipients of messages, `{{owner_email}}` in templates. */
  to: string[]
  /** The name of the site, `{{site}}` in templates. */
  site: string
}

/** An encoded word has at most 75 characters, and each character up to four bytes. */
const CHARACTERS_PER_WORD = 10

/** Bidirectional control characters, which make a name look different from its text. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** A mail, and the addresses of its SMTP envelope. */
export type Mail = SendMailOptions & { envelope: { from: string; to: string[] } }

/** What a mail is made of, beside its template and its sender. */
export type MailSource = Pick<
  Message,
  'id' | 'template_params' | 'message_id_header' | 'received_at'
>

/** Composes the mail for a message: the same at every attempt. */
export function composeMail(
  message: MailSource,
  template: MailTemplate,
  { from, to, site }: Sender,
): Mail {
  // A mail must not contain a bare CR: servers differ on whether it ends a line, and so the mail.
  const fields = readFields(message.template_params ?? '{}')
  const variables: Variables = {
    ...fields,
    [OTHER_FIELDS]: unnamedFields(fields, template),
    owner_email: to.join(', '),
    site,
    message_id: message.id,
    received_at: new Date(message.received_at).toUTCString(),
  }
  const renderHeader = (text: string | undefined) => toSingleLine(renderText(text ?? '', variables))
  const replyToAddress = renderHeader(template.replyTo)
  // An address that not every server accepts is only shown in the text.
  const replyTo = isAddress(replyToAddress) ? asciiAddress(replyToAddress) : undefined
  const bodyVariables = {
    ...variables,
    [EMAIL_FIELD]: displayAddress(textOf(fields[EMAIL_FIELD])),
  }
  const plainText = template.text
    ? renderText(template.text, bodyVariables)
    : renderPlainTextTable(fields)
  const recipients = {
    to: renderHeader(template.to),
    ...(template.cc && { cc: renderHeader(template.cc) }),
    ...(template.bcc && { bcc: renderHeader(template.bcc) }),
  }
  return {
    from: { name: site, address: from },
    ...recipients,
    ...(replyTo && { replyTo }),
    subject: encodeSubject(renderHeader(template.subject)),
    text: plainText,
    html: renderHtml(template.html, bodyVariables),
    messageId: message.message_id_header,
    date: new Date(message.received_at),
    // An automatic reply has an empty return path, so that bounces cause no mail loop.
    envelope: { from: template.isReply ? '' : from, to: envelopeAddresses(recipients) },
    ...(template.isReply && { headers: AUTO_REPLY_HEADERS }),
  }
}

/** Renders a mail as a file (RFC 822), with Unix line ends. */
export async function renderMail(
  mail: SendMailOptions,
): Promise<{ bytes: Buffer; from: string | undefined }> {
  const mailer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message, envelope } = await mailer.sendMail(mail)
  return { bytes: message as Buffer, from: envelope.from || undefined }
}

const AUTO_REPLY_HEADERS = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }

/** The envelope's addresses, each once, as the mail library passes them to the SMTP server. */
function envelopeAddresses(recipients: { to: string; cc?: string; bcc?: string }): string[] {
  return new MimeNode('text/plain').setEnvelope(recipients).getEnvelope().to
}

/** Lists the submitted fields that the template does not name. */
function unnamedFields(fields: Variables, { variables }: MailTemplate) {
  return Object.entries(fields)
    .filter(([name]) => !variables.has(name))
    .map(([name, value]) => ({ name, value: textOf(value) }))
}

function renderPlainTextTable(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => [name, textOf(value)] as const)
    .map(([name, text]) => (text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`))
    .join('\n')
}

/** Reads what was submitted, with line ends as LF at any depth. */
function readFields(json: string): Variables {
  return JSON.parse(json, (_, value) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
  )
}

/**
 * A mail program would decode a visitor's encoded words (RFC 2047), with their line breaks. A
 * subject that is encoded itself is shown as it was written.
 */
function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject
  const characters = [...subject]
  const parts = Array.from({ length: Math.ceil(characters.length / CHARACTERS_PER_WORD) }, (_, n) =>
    characters.slice(n * CHARACTERS_PER_WORD, (n + 1) * CHARACTERS_PER_WORD).join(''),
  )
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
}

function toSingleLine(text: string): string {
  return text
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
