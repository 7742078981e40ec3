import type { Sender } from '../account.ts'
import { asciiAddress, displayAddress, domainOf, isAddress } from '../address.ts'
import { ALIASES, namesOf, readFields, type Variables } from '../message.ts'
import {
  EMAIL_FIELD,
  LANGUAGE_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SUBJECT_FIELD,
  textLanguage,
} from '../protocol.ts'
import type { Message } from '../store/database.ts'
import { type MailTemplate, OTHER_FIELDS, renderHtml, renderText, type View } from '../template.ts'
import { formatTime } from '../time.ts'
import { type MailText, TEXTS } from './mail-texts/languages.ts'
import type { OutgoingMail } from './transport.ts'

/** What a list of mails shows of a sender and a subject. */
const MAX_NAME = 61
const MAX_FIRST_WORDS = 61

/** A visible character. The fillers of Hangul and the empty pattern of Braille are letters without ink. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u

/** What a mail is made of, beside its template and its sender. */
export type MailSource = Pick<
  Message,
  'id' | 'template_params' | 'message_id_header' | 'received_at'
> & { page?: string | null }

/** Composes the mail for a message: the same at every attempt. */
export function composeMail(
  message: MailSource,
  template: MailTemplate,
  { from, to, site, host = site, language: siteLanguage, timeZone }: Sender,
  /** The link to the page of the message, for its owner. */
  link?: string,
): OutgoingMail {
  // A mail must not contain a bare CR: servers differ on whether it ends a line, and so the mail.
  const { [LANGUAGE_FIELD]: visitorLanguage, ...fields } = readFields(message)
  const own = template.isReply ? namedLanguage(visitorLanguage) : undefined
  const { language, text } = mailTextIn(own ?? siteLanguage)
  const { colon = ': ', direction = 'ltr' } = text
  const { [NAME_FIELD]: name = '', [EMAIL_FIELD]: email = '' } = fields
  const visitor = senderName(name)
  const address = displayAddress(email)
  const receivedAt = formatTime(message.received_at, language, timeZone)
  const who = VISIBLE.test(name) ? name : text.somebody
  const wrote = fill(text.wrote, { name: who })
  const mailText = {
    ...text,
    language,
    direction,
    colon,
    wrote,
    title: titleOf(fields, wrote, colon),
    through: fill(text.through, { name: address ? `${who} <${address}>` : who, host }),
    received: fill(text.received, { time: receivedAt, id: message.id }),
    page: message.page ? fill(text.page, { page: message.page }) : '',
    // The link blocks the sender, which needs an address.
    link: (address && link) ?? '',
  }
  // An own template may have the names that it had at EmailJS.
  const aliases = ALIASES.flatMap(([own, names]) => names.map((name) => [name, fields[own] ?? '']))
  const variables: View = {
    ...Object.fromEntries(aliases),
    ...fields,
    [OTHER_FIELDS]: unnamedFields(fields, template),
    owner_email: to,
    site,
    message_id: message.id,
    received_at: receivedAt,
    mail_text: mailText,
    reply_text: { ...text.reply, language, direction, subject: fill(text.reply.subject, { site }) },
  }
  const renderHeader = (text: string | undefined) => toSingleLine(renderText(text ?? '', variables))
  const replyToAddress = renderHeader(template.replyTo)
  // An address that not every server accepts, such as a@b, is only shown in the text.
  const isOffered = isAddress(replyToAddress) && domainOf(replyToAddress).includes('.')
  const replyTo = isOffered ? asciiAddress(replyToAddress) : undefined
  const answer = replyTo ? fill(text.answer, { address }) : ''
  const bodyVariables = { ...variables, mail_text: { ...mailText, answer }, [EMAIL_FIELD]: address }
  const plainText = template.text
    ? renderText(template.text, bodyVariables)
    : renderPlainTextTable(fields)
  const recipient = renderHeader(template.to)
  return {
    from: {
      name: visitor && !template.isReply ? fill(text.via, { name: visitor, host }) : site,
      address: from,
    },
    to: recipient,
    ...(replyTo && { replyTo }),
    // A mail program would decode a visitor's encoded words (RFC 2047).
    subject: renderHeader(template.subject).replaceAll('=?', '= ?'),
    text: plainText,
    html: renderHtml(template.html, bodyVariables),
    messageId: message.message_id_header,
    date: new Date(message.received_at),
    // An automatic reply has an empty return path, so that bounces cause no mail loop.
    envelope: { from: template.isReply ? '' : from, to: recipient },
    ...(template.isReply && { headers: AUTO_REPLY_HEADERS }),
  }
}

const AUTO_REPLY_HEADERS = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }

/** Lists the submitted fields that the template does not name. */
function unnamedFields(fields: Variables, { variables }: MailTemplate) {
  return Object.entries(fields)
    .filter(([field]) => !namesOf(field).some((name) => variables.has(name)))
    .map(([name, value]) => ({ name, value }))
}

function renderPlainTextTable(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, text]) => (text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`))
    .join('\n')
}

/** The subject of a mail to the owner: the chosen one, or else the first words of the message. */
function titleOf(fields: Variables, wrote: string, colon: string): string {
  const { [SUBJECT_FIELD]: subject = '', [MESSAGE_FIELD]: message = '' } = fields
  if (subject) return `${subject}${colon}${wrote}`
  const words = clip(oneSpaced(message), MAX_FIRST_WORDS)
  return VISIBLE.test(words) ? words : wrote
}

/** A visitor's name without what could pass for an address or an encoded word; empty if none of it is visible. */
export function senderName(name: string): string {
  const plain = name
    .replace(/[[\p{Cf}]--[\u200c\u200d]]/gv, '')
    .replace(/[@\uff20\ufe6b]/g, ' at ')
    .replace(/[<>"\\]|=\?/g, ' ')
  return VISIBLE.test(plain) ? clip(oneSpaced(plain), MAX_NAME) : ''
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text to a number of characters as people see them, with an ellipsis, between words if possible. */
export function clip(text: string, max: number): string {
  let end = 0
  let count = 0
  // An array of all graphemes would be large: a message may have thousands of characters.
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

function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const texts = new Map<string, MailText>(Object.entries(TEXTS))

/** The texts for a language tag such as de-AT, and the tag that they are in; English for others. */
export function mailTextIn(tag = 'en'): { language: string; text: MailText } {
  const text = texts.get(textLanguage(tag))
  return text ? { language: tag, text } : { language: 'en', text: TEXTS.en }
}

/** The language that a form names, if there are texts in it. Anybody can send any value. */
export function namedLanguage(tag: unknown): string | undefined {
  try {
    const [language = ''] = Intl.getCanonicalLocales(String(tag))
    return mailTextIn(language).language === language ? language : undefined
  } catch {
    return undefined
  }
}

/** How many messages, in English. */
export function describeCount(count: number): string {
  return count === 1 ? 'one message' : `${count} messages`
}

/** Fills the placeholders of a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
