import { EMAIL_FIELD } from 'reward-codes-protocol/fields'
import type { MailTemplate, Templates } from './template.ts'

const NOTICE = 'held'

/** The templates that a request may choose: neither automatic replies nor the gateway's notices. */
export function publicTemplates(templates: Templates): Templates {
  const chosen = [...templates].filter(([name, { isReply }]) => !isReply && name !== NOTICE)
  return new Map(chosen)
}

/** Throws unless the templates exist and are mails to the owner. */
export function assertTemplates(names: string[], templates: Templates) {
  for (const name of names) {
    const template = requireTemplate(name, templates)
    if (!template.isReply) continue
    throw new Error(
      `content/mail/${name}.html: to: {{${EMAIL_FIELD}}} makes this a reply to the visitor. ` +
        'For a mail to you, use to: "{{owner_email}}".',
    )
  }
}

export function requireTemplate(name: string, templates: Templates): MailTemplate {
  const template = templates.get(name)
  if (!template) throw new Error(`Mail template content/mail/${name}.html does not exist.`)
  return template
}

/** The template of the notice about held messages, if there is one. */
export function holdNoticeTemplate(templates: Templates): MailTemplate | undefined {
  return templates.get(NOTICE)
}
