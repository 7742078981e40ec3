import type { Portfolio } from '../content/schema.ts'

type Paragraphs = { heading: string; sentences: string[] }

/** The captcha providers that are other companies. */
const SERVICES: Record<string, string> = {
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}

/** What the settings of the site mean for a visitor. `imageHosts` are the other hosts of its images. */
export function privacyNotice(content: Portfolio, imageHosts: string[]): Paragraphs[] {
  const { site, contact } = content
  const { legal: texts } = content.strings
  const scriptHosts = (site.scripts ?? []).map(({ src }) => new URL(src).hostname)
  const say = (text: string, values: Record<string, string>) =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
  const list = (hosts: string[]) =>
    new Intl.ListFormat(site.language, { type: 'conjunction' }).format([...new Set(hosts)])
  const visit = [
    texts.visitText,
    imageHosts.length > 0 ? say(texts.imageHosts, { hosts: list(imageHosts) }) : texts.sameServer,
    ...(scriptHosts.length > 0 ? [say(texts.outsideScripts, { hosts: list(scriptHosts) })] : []),
    texts.theme,
  ]
  return [
    { heading: texts.visit, sentences: visit },
    ...(contact
      ? [{ heading: texts.formHeading, sentences: aboutForm(content, contact.form, say) }]
      : []),
    { heading: texts.rights, sentences: [texts.rightsText] },
  ]
}

type Say = (text: string, values: Record<string, string>) => string

function aboutForm({ legal, strings }: Portfolio, form: Form, say: Say): string[] {
  const { legal: texts } = strings
  const host = form.origin ? new URL(form.origin).hostname : undefined
  const days = legal?.privacy?.retentionDays
  const isEmailJs = host !== undefined && /(?:^|\.)emailjs\.com$/.test(host)
  const service = SERVICES[form.captcha.provider]
  const recipient = isEmailJs ? texts.emailJs : texts.otherGateway
  return [
    host ? say(recipient, { host }) : texts.ownGateway,
    ...(days && !isEmailJs ? [say(texts.retention, { days: String(days) })] : []),
    texts.draft,
    ...(form.spamFilter.throttleSeconds ? [texts.throttle] : []),
    ...(service ? [say(texts.captcha, { service })] : []),
    ...(form.captcha.provider === 'altcha' ? [texts.altcha] : []),
  ]
}

type Form = NonNullable<Portfolio['contact']>['form']
