import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Mustache from 'mustache'
import { parse } from 'yaml'
import { z } from 'zod'
import { textOf } from './log.ts'
import { EMAIL_FIELD, NAME_FIELD } from './protocol.ts'

/** The fields that a template does not name, as a list of `{{name}}` and `{{value}}`. */
export const OTHER_FIELDS = 'other_fields'
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/
const SHIPPED = join(import.meta.dirname, '../templates')
const EXTENSION = '.html'
/** The mail to the owner about messages that wait: held, failed, or queued for an hour. */
export const REVIEW_TEMPLATE = 'review'
export const AUTO_REPLY_TEMPLATE = 'auto-reply'

const headSchema = z.strictObject({
  to: z.string().min(1),
  subject: z.string().min(1),
  replyTo: z.string().optional(),
  text: z.string().optional(),
})

export type MailTemplate = z.output<typeof headSchema> & {
  name: string
  html: string
  /** Whether this is a reply to the visitor instead of a mail to the owner. */
  isReply: boolean
  /** Every variable that the template names. */
  variables: Set<string>
}

/** The templates by their names. */
export type Templates = Map<string, MailTemplate>

/** Reads the shipped templates and those of the owner's folder, which replace shipped ones of the same name. */
export function readTemplates(own?: string): Templates {
  const files = new Map([SHIPPED, ...(own ? [own] : [])].flatMap(listTemplates))
  const templates: Templates = new Map()
  for (const [name, file] of files) {
    try {
      templates.set(name, readTemplate(name, readFileSync(file, 'utf8')))
    } catch (error) {
      throw new Error(`${file}: ${textOf(error)}`)
    }
  }
  return templates
}

function listTemplates(folder: string): [name: string, file: string][] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => [file.slice(0, -EXTENSION.length), join(folder, file)])
}

/** The templates that a request may choose, the main one first: neither automatic replies nor the gateway's own mails. */
export function publicTemplates(templates: Templates, main: string): Templates {
  const template = requireTemplate(main, templates)
  if (template.isReply) {
    throw new Error(
      `content/mail/${main}.html: to: {{${EMAIL_FIELD}}} makes this a reply to the visitor. ` +
        'For a mail to you, use to: "{{owner_email}}".',
    )
  }
  const others = [...templates].filter(
    ([name, { isReply }]) => !isReply && ![REVIEW_TEMPLATE, AUTO_REPLY_TEMPLATE].includes(name),
  )
  return new Map([[main, template], ...others])
}

export function requireTemplate(name: string, templates: Templates): MailTemplate {
  const template = templates.get(name)
  if (!template) throw new Error(`Mail template content/mail/${name}.html does not exist.`)
  return template
}

/** What to do in place of several recipients. */
export const ONE_MAILBOX =
  'a mail goes to one mailbox; a group or a forward of it serves several people'

/** Parses a template: front matter between two lines of `---`, then the HTML of the mail. */
function readTemplate(name: string, source: string): MailTemplate {
  const [, frontMatter, html] = FRONT_MATTER.exec(source) ?? []
  if (frontMatter === undefined || html === undefined) {
    throw new Error(
      'The template must start with front matter: a line ---, then to: and subject:, then ---.',
    )
  }
  const head: unknown = parse(frontMatter)
  const several = ['cc', 'bcc'].find((field) => Object.hasOwn(Object(head), field))
  if (several) throw new Error(`${several}: ${ONE_MAILBOX}`)
  const checked = headSchema.safeParse(head)
  if (!checked.success) throw new Error(`front matter: ${z.prettifyError(checked.error)}`)
  const { to, subject, replyTo, text } = checked.data
  const isReply = variablesOf(to).has(EMAIL_FIELD)
  if (to.includes(',')) throw new Error(`to: ${ONE_MAILBOX}`)
  // Only the owner names the recipient. A visitor's value there would make an open relay.
  const chosen = [...variablesOf(isReply ? '' : to)].find((name) => name !== 'owner_email')
  if (chosen) {
    throw new Error(
      `{{${chosen}}} in to would let a visitor choose the recipient. ` +
        'Use an address or {{owner_email}}.',
    )
  }
  const variables = variablesOf(to, subject, replyTo, html, text)
  // Texts of `mail_text` contain the name of the visitor, so a template that has one names it.
  if ([...variables].some((variable) => variable.startsWith('mail_text.')))
    variables.add(NAME_FIELD)
  return { ...checked.data, name, html, isReply, variables }
}

type Token = [kind: string, name: string, start: number, end: number, children?: Token[]]

/** Lists the variables that texts name. Throws on unsupported template syntax. */
function variablesOf(...texts: (string | undefined)[]): Set<string> {
  const names = new Set<string>()
  const walk = (tokens: Token[]) => {
    for (const [kind, name, , , children] of tokens) {
      if (kind === 'text') continue
      if (kind === '>' || kind === '=') throw new Error(`{{${kind}${name}}} is not supported.`)
      if (kind !== '!') names.add(name)
      // Inside this section, `name` and `value` are those of the listed fields.
      if (Array.isArray(children) && name !== OTHER_FIELDS) walk(children)
    }
  }
  for (const text of texts) if (text) walk(Mustache.parse(text) as unknown as Token[])
  return names
}

/** What a template may name: fields and texts, and lists of them. */
export type View = { [name: string]: string | number | boolean | View | View[] }

/** Renders headers and plain text, without escaping. */
export function renderText(text: string, variables: View): string {
  return Mustache.render(text, variables, undefined, { escape: textOf })
}

/** Renders HTML: values are escaped, and their line breaks become `<br>`. */
export function renderHtml(html: string, variables: View): string {
  const escapeValue = (value: unknown) => Mustache.escape(textOf(value)).replace(/\r?\n/g, '<br>\n')
  return Mustache.render(html, variables, undefined, { escape: escapeValue })
}
