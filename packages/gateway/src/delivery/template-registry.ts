import { EMAIL_FIELD } from '../../wire/fields.ts'
import type { MailTemplate, Templates } from './template.ts'

const NOTICE = 'held'

/** What a request may choose: neither replies to visitors nor the gateway's own notices. */
export function choosable(templates: Templates): Templates {
  const chosen = [...templates].filter(([name, { isReply }]) => !isReply && name !== NOTICE)
  return new Map(chosen)
}

/** Makes sure that the templates are there, and that they are mails to the owner. */
export function requireTemplates(names: string[], templates: Templates) {
  for (const name of names) {
    const template = requireTemplate(name, templates)
    if (!template.isReply) continue
    throw new Error(
      `content/mail/${name}.html: to: {{${EMAIL_FIELD}}} makes this a reply to the visitor. The mail ` +
        'to you needs to: "{{owner_email}}".',
    )
  }
}

export function requireTemplate(name: string, templates: Templates): MailTemplate {
  const template = templates.get(name)
  if (!template) throw new Error(`There is no mail template content/mail/${name}.html.`)
  return template
}

/** The template that tells the owner of held messages, if there is one. */
export function noticeOf(templates: Templates): MailTemplate | undefined {
  return templates.get(NOTICE)
}
