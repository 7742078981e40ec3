import { isEmailJsHost, type StatedSettings } from 'reward-codes-gateway/protocol'
import type { FormContact, Portfolio } from '../../content/portfolio.ts'

type Paragraphs = { heading: string; sentences: string[] }

/** The captcha providers that are other companies. */
const SERVICES: Record<string, string> = {
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}

/** What the notice states and the content does not say. */
export type NoticeFacts = {
  /** The other hosts from which the page loads images. */
  imageHosts: string[]
  settings: StatedSettings | undefined
}

/** What the settings of the site and of its gateway mean for a visitor. */
export function privacyNotice(content: Portfolio, facts: NoticeFacts): Paragraphs[] {
  const { site, contact, legal } = content
  const { imageHosts, settings = {} } = facts
  const host = legal?.privacy?.host
  const { legal: texts } = content.strings
  const say = (text: string, values: Record<string, string>) =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
  const list = (hosts: string[]) =>
    new Intl.ListFormat(site.language, { type: 'conjunction' }).format([...new Set(hosts)])
  const visit = [
    texts.visitText,
    ...(host ? [say(texts.host, { host })] : []),
    texts.logs,
    imageHosts.length > 0 ? say(texts.imageHosts, { hosts: list(imageHosts) }) : texts.sameServer,
    texts.theme,
    texts.visitBasis,
  ]
  return [
    { heading: texts.visit, sentences: visit },
    ...(contact?.form
      ? [{ heading: texts.formHeading, sentences: aboutForm(content, contact.form, settings, say) }]
      : []),
    ...(contact?.email ? [{ heading: contact.heading, sentences: [texts.mailText] }] : []),
    { heading: texts.rights, sentences: [texts.rightsText, texts.objection, texts.complaint] },
  ]
}

type Say = (text: string, values: Record<string, string>) => string

function aboutForm(
  { strings, site }: Portfolio,
  form: Form,
  { retentionDays: days, mailServer, autoReply }: StatedSettings,
  say: Say,
): string[] {
  const { legal: texts } = strings
  const host = form.origin ? new URL(form.origin).hostname : undefined
  const isEmailJs = host !== undefined && isEmailJsHost(host)
  const service = SERVICES[form.captcha.provider]
  const recipient = isEmailJs ? texts.emailJs : texts.otherGateway
  return [
    host ? say(recipient, { host }) : texts.ownGateway,
    texts.formBasis,
    texts.voluntary,
    ...(isEmailJs ? [say(texts.transfer, { service: 'EmailJS' })] : []),
    ...(mailServer ? [say(texts.mailServer, { host: mailServer })] : []),
    ...(autoReply ? [texts.autoReply] : []),
    ...(isEmailJs
      ? []
      : [
          days
            ? say(texts.retention, { time: formatDays(days, site.language) })
            : texts.retentionUnknown,
        ]),
    texts.mailbox,
    ...(host ? [] : [texts.rateLimit, texts.rateLimitMemory, texts.formLog]),
    texts.draft,
    ...(form.spamFilter.throttleSeconds ? [texts.throttle] : []),
    ...(service ? [say(texts.captcha, { service }), say(texts.transfer, { service })] : []),
    ...(form.captcha.provider === 'altcha' ? [texts.altcha] : []),
  ]
}

/** "30 days", "30 Tage" */
function formatDays(days: number, language: string): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, format).format(days)
}

type Form = FormContact['form']
