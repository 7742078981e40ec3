import type { MailTemplate, Templates } from './template.ts'

const NOTICE = 'held'

/** What a request may choose: neither replies to visitors nor the gateway's own notices. */
export function choosable(templates: Templates): Templates {
  const chosen = [...templates].filter(([name, { isReply }]) => !isReply && name !== NOTICE)
  return new Map(chosen)
}

export function requireTemplates(names: string[], templates: Templates) {
  const missing = names.find((name) => !templates.has(name))
  if (missing) throw new Error(`There is no mail template content/mail/${missing}.html.`)
}

/** The template that tells the owner of held messages, if there is one. */
export function noticeOf(templates: Templates): MailTemplate | undefined {
  return templates.get(NOTICE)
}
