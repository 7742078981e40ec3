import MimeNode from 'nodemailer/lib/mime-node'
import { textOf } from '../log.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../protocol.ts'
import type { Message, Variables } from '../store/database.ts'
import { asciiAddress, displayAddress, isAddress } from './address.ts'
import { fill, mailTextIn } from './mail-text.ts'
import { type MailTemplate, OTHER_FIELDS, renderHtml, renderText } from './template.ts'
import type { OutgoingMail } from './transport.ts'

export type Sender = {
  /** The From address, in the owner's own domain. */
  from: string
  /** The recipients of messages, `{{owner_email}}` in templates. */
  to: string[]
  /** The name of the site, `{{site}}` in templates. */
  site: string
  /** The host name of the site. */
  host?: string | undefined
  /** The language of the site, as a tag. */
  language?: string | undefined
  /** The time zone of the owner; that of this machine (`TZ`) if omitted. */
  timeZone?: string | undefined
}

/** What a list of mails shows of a sender and a subject. */
const MAX_NAME = 61
const MAX_FIRST_WORDS = 61

const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Bidirectional control characters, which make a name look different from its text. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** What a mail is made of, beside its template and its sender. */
export type MailSource = Pick<
  Message,
  'id' | 'template_params' | 'message_id_header' | 'received_at'
>

/** Composes the mail for a message: the same at every attempt. */
export function composeMail(
  message: MailSource,
  template: MailTemplate,
  { from, to, site, host = site, language: siteLanguage, timeZone }: Sender,
): OutgoingMail {
  // A mail must not contain a bare CR: servers differ on whether it ends a line, and so the mail.
  const fields = readFields(message.template_params ?? '{}')
  const { language, text } = mailTextIn(siteLanguage)
  const { colon = ':' } = text
  const name = textOf(fields[NAME_FIELD])
  const visitor = senderName(name)
  const address = displayAddress(textOf(fields[EMAIL_FIELD]))
  const receivedAt = formatTime(message.received_at, language, timeZone)
  const who = name || text.somebody
  const wrote = fill(text.wrote, { name: who })
  const variables: Variables = {
    ...fields,
    [OTHER_FIELDS]: unnamedFields(fields, template),
    owner_email: to.join(', '),
    site,
    message_id: message.id,
    received_at: receivedAt,
    mail_text: {
      ...text,
      language,
      colon,
      wrote,
      title: titleOf(fields, wrote, colon),
      through: fill(text.through, { name: address ? `${who} <${address}>` : who, host }),
      answer: fill(text.answer, { address }),
      received: fill(text.received, { time: receivedAt, id: message.id }),
    },
    reply_text: { ...text.reply, language, subject: fill(text.reply.subject, { site }) },
  }
  const renderHeader = (text: string | undefined) => toSingleLine(renderText(text ?? '', variables))
  const replyToAddress = renderHeader(template.replyTo)
  // An address that not every server accepts is only shown in the text.
  const replyTo = isAddress(replyToAddress) ? asciiAddress(replyToAddress) : undefined
  const bodyVariables = { ...variables, [EMAIL_FIELD]: address }
  const plainText = template.text
    ? renderText(template.text, bodyVariables)
    : renderPlainTextTable(fields)
  const recipients = {
    to: renderHeader(template.to),
    ...(template.cc && { cc: renderHeader(template.cc) }),
    ...(template.bcc && { bcc: renderHeader(template.bcc) }),
  }
  return {
    from: {
      name: visitor && !template.isReply ? fill(text.via, { name: visitor, host }) : site,
      address: from,
    },
    ...recipients,
    ...(replyTo && { replyTo }),
    // A mail program would decode a visitor's encoded words (RFC 2047).
    subject: renderHeader(template.subject).replaceAll('=?', '= ?'),
    text: plainText,
    html: renderHtml(template.html, bodyVariables),
    messageId: message.message_id_header,
    date: new Date(message.received_at),
    // An automatic reply has an empty return path, so that bounces cause no mail loop.
    envelope: { from: template.isReply ? '' : from, to: envelopeAddresses(recipients) },
    ...(template.isReply && { headers: AUTO_REPLY_HEADERS }),
  }
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

/** The subject of a mail to the owner: the chosen one, or else the first words of the message. */
function titleOf(fields: Variables, wrote: string, colon: string): string {
  const subject = textOf(fields[SUBJECT_FIELD])
  if (subject) return `${subject}${colon} ${wrote}`
  const words = clip(oneSpaced(textOf(fields[MESSAGE_FIELD])), MAX_FIRST_WORDS)
  return VISIBLE.test(words) ? words : wrote
}

/** A visitor's name without what could pass for an address or an encoded word. */
export function senderName(name: string): string {
  const plain = name
    .replace(/[[\p{Cf}]--[\u200c\u200d]]/gv, '')
    .replace(/[@\uff20\ufe6b]/g, ' at ')
    .replace(/[<>"\\]|=\?/g, ' ')
  return clip(oneSpaced(plain), MAX_NAME)
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text to a number of characters as people see them, with an ellipsis, between words if possible. */
export function clip(text: string, max: number): string {
  let end = 0
  let count = 0
  // One by one: a message may have thousands of characters.
  for (const { index } of GRAPHEMES.segment(text)) {
    if (++count === max) end = index
    if (count <= max) continue
    const space = text.lastIndexOf(' ', end)
    return `${text.slice(0, space > end / 2 ? space : end).trimEnd()}…`
  }
  return text
}

function oneSpaced(text: string): string {
  return toSingleLine(text).replace(/\s+/g, ' ')
}

/** A formatter takes 30 KiB outside the heap that garbage collection watches, so each is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const TIME_FORMAT: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
}

/** Formats the day and the minute for people. */
export function formatTime(time: number, language: string, timeZone: string | undefined): string {
  const key = `${language} ${timeZone}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...TIME_FORMAT, timeZone })
  formatters.set(key, formatter)
  return formatter.format(time)
}

function toSingleLine(text: string): string {
  return text
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
