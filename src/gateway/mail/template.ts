import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Mustache from 'mustache'
import { parse } from 'yaml'
import { z } from 'zod'
import { EMAIL_FIELD } from '../../wire/fields.ts'
import { textOf } from '../error-text.ts'

const OWN_VARIABLES = ['owner_email', 'site', 'received_at', 'message_id']
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/
const LARGEST_TEMPLATE_BYTES = 50 * 1024

const head = z.strictObject({
  to: z.string().min(1),
  subject: z.string().min(1),
  replyTo: z.string().optional(),
  cc: z.string().optional(),
  bcc: z.string().optional(),
  text: z.string().optional(),
})

export type MailTemplate = z.output<typeof head> & {
  name: string
  html: string
  /** Whether this is a reply to the visitor instead of a mail to the owner. */
  isReply: boolean
  /** The variables that end in a header of the mail, where a line break would be an attack. */
  headerVariables: Set<string>
}

export type Templates = Map<string, MailTemplate>

/** All templates of a folder; throws with every fault told at once. */
export function readTemplates(folder: string): Templates {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'))
  const faults: string[] = []
  const templates: Templates = new Map()
  for (const file of names) {
    const name = file.slice(0, -'.html'.length)
    try {
      templates.set(name, readTemplate(name, readFileSync(join(folder, file), 'utf8')))
    } catch (error) {
      faults.push(`${join(folder, file)}: ${textOf(error)}`)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return templates
}

/** One template: front matter between two lines of `---`, and the HTML of the mail after it. */
export function readTemplate(name: string, source: string): MailTemplate {
  if (Buffer.byteLength(source) > LARGEST_TEMPLATE_BYTES) throw new Error('It is over 50 KB.')
  const [, matter, html] = FRONT_MATTER.exec(source) ?? []
  if (matter === undefined || html === undefined) {
    throw new Error('It must begin with front matter: a line ---, then to: and subject:, then ---.')
  }
  const checked = head.safeParse(parseMatter(matter))
  if (!checked.success) throw new Error(`front matter: ${z.prettifyError(checked.error)}`)
  const { to, cc, bcc, subject, replyTo } = checked.data
  const isReply = variablesOf(to).has(EMAIL_FIELD)
  refuseStrangers({ to: isReply ? '' : to, cc, bcc })
  if (isReply) refuseVisitorsWords({ subject, replyTo, html, text: checked.data.text })
  variablesOf(html)
  const headers = [to, cc, bcc, subject, replyTo].map((text) => variablesOf(text ?? ''))
  const headerVariables = new Set(headers.flatMap((variables) => [...variables]))
  return { ...checked.data, name, html, isReply, headerVariables }
}

/** The first line of a YAML fault says it; the rest draws the place. */
function parseMatter(matter: string): unknown {
  try {
    return parse(matter)
  } catch (error) {
    const [first] = textOf(error).split('\n')
    throw new Error(`front matter: ${first?.replace(/:$/, '')}`)
  }
}

/** Whoever gets the mail is named by the owner; a visitor's word there would be an open relay. */
function refuseStrangers(fields: Record<string, string | undefined>) {
  for (const [field, text] of Object.entries(fields)) {
    for (const variable of variablesOf(text ?? '')) {
      if (variable === 'owner_email') continue
      throw new Error(
        `${field}: {{${variable}}} would let a visitor choose who gets your mail. ` +
          'Write an address, or {{owner_email}}.',
      )
    }
  }
}

/** A reply with the visitor's words in it would carry anyone's advertisement to anyone. */
function refuseVisitorsWords(fields: Record<string, string | undefined>) {
  for (const [field, text] of Object.entries(fields)) {
    for (const variable of variablesOf(text ?? '')) {
      if (OWN_VARIABLES.includes(variable)) continue
      throw new Error(
        `to: {{${EMAIL_FIELD}}} makes this a reply to the visitor, and in ${field} {{${variable}}} is ` +
          `the visitor's; a reply holds only your own fixed words and ` +
          `${OWN_VARIABLES.map((own) => `{{${own}}}`).join(', ')}. The mail to you needs ` +
          'to: "{{owner_email}}".',
      )
    }
  }
}

type Token = [kind: string, name: string, start: number, end: number, children?: Token[]]

/** The variables that a text names; throws on what is not part of the template language. */
export function variablesOf(text: string): Set<string> {
  const names = new Set<string>()
  const walk = (tokens: Token[]) => {
    for (const [kind, name, start, end, children] of tokens) {
      if (kind === 'text') continue
      if (kind === '>' || kind === '=') throw new Error(`{{${kind}${name}}} is not supported.`)
      if (kind === '&' && !text.startsWith('{{{', start)) {
        throw new Error(`${text.slice(start, end)}: write {{{${name}}}} for unescaped text.`)
      }
      if (kind !== '!') names.add(name)
      if (Array.isArray(children)) walk(children)
    }
  }
  walk(Mustache.parse(text) as unknown as Token[])
  return names
}

/** A text with its variables in place, for headers and plain text. */
export function renderText(text: string, variables: Record<string, string>): string {
  return Mustache.render(text, viewOf(variables), undefined, { escape: String })
}

/** The same for HTML: what stands in a variable stays text, and its line breaks stay breaks. */
export function renderHtml(html: string, variables: Record<string, string>): string {
  const escapeValue = (text: unknown) => Mustache.escape(String(text)).replace(/\r?\n/g, '<br>\n')
  return Mustache.render(html, viewOf(variables), undefined, { escape: escapeValue })
}

/** Without a prototype, so that no variable finds a method of objects. */
function viewOf(variables: Record<string, string>): Record<string, string> {
  return Object.assign(Object.create(null), variables)
}
