import { z } from 'zod'
import { heading, line, menu, paragraph } from './fields.ts'

/** The template of one's own gateway; EmailJS names templates itself, and never so. */
const OWN_TEMPLATE = 'contact'

const id = (help: string, standard: string) =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: 'letters, digits, _ and -, at most 64' })
    .describe(help)
    .default(standard)

const look = {
  theme: z.enum(['light', 'dark']).describe('The colours of the widget.').default('light'),
  size: z.enum(['normal', 'compact']).describe('The size of the widget.').default('normal'),
}
const siteKey = line('The site key that the provider gave you; its secret goes into .env.')

const captcha = z
  .discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('altcha').describe('Solved by your own gateway; no third party.'),
      theme: look.theme,
    }),
    z.strictObject({
      provider: z.literal('recaptcha').describe('The checkbox of Google reCAPTCHA v2.'),
      siteKey,
      scoreKey: line('A v3 site key: a score is asked for as well when sending.').optional(),
      ...look,
    }),
    z.strictObject({ provider: z.literal('hcaptcha').describe('hCaptcha.'), siteKey, ...look }),
    z.strictObject({
      provider: z.literal('turnstile').describe('Cloudflare Turnstile.'),
      siteKey,
      ...look,
    }),
    z.strictObject({ provider: z.literal('none').describe('No captcha.') }),
  ])
  .describe('What tells people from programs.')

const refusals = z
  .strictObject({
    headless: z
      .boolean()
      .describe('Refuse browsers that are driven by a program (451).')
      .default(false),
    blockList: z
      .strictObject({
        field: z
          .enum(['user_name', 'user_email', 'subject', 'message'])
          .describe('The field that is looked at.'),
        values: z.array(line('One refused value.')).describe('Values refused as they stand.'),
      })
      .describe('Refuse what is on a list (403).')
      .optional(),
    secondsBetween: z
      .int()
      .min(1)
      .max(86_400)
      .describe('Refuse a second message sooner than this many seconds (429).')
      .optional(),
  })
  .describe('What the page itself refuses before anything is sent; all off unless named here.')

const form = z
  .strictObject({
    origin: z
      .url({ protocol: /^https?$/, abort: true })
      .refine((address) => !address.endsWith('/'), {
        error: 'an address without a slash at its end',
      })
      .describe(
        'Who takes messages in: leave it out for your own gateway on this site, or name another ' +
          'gateway, or https://api.emailjs.com.',
      )
      .optional(),
    publicKey: id('The public key of the account.', 'portfolio'),
    service: id('The service that delivers.', 'default_service'),
    template: id('The mail template, a file in content/mail/.', OWN_TEMPLATE),
    captcha: captcha.prefault({ provider: 'altcha' }),
    refusals: refusals.prefault({}),
  })
  .refine(({ origin, captcha }) => !isEmailJs(origin) || worksWithEmailJs(captcha.provider), {
    path: ['captcha', 'provider'],
    error: 'recaptcha or none: EmailJS checks no other captcha',
  })
  .refine((form) => !isEmailJs(form.origin) || form.template !== OWN_TEMPLATE, {
    path: ['template'],
    error: 'publicKey, service and template as they stand on your EmailJS dashboard',
  })
  .describe('Where messages go and what protects them. Your own gateway needs none of it.')

export const contact = z
  .strictObject({
    menu,
    heading,
    lead: paragraph('What a visitor may expect after writing to you.'),
    email: z
      .email()
      .describe('A plain address beside the form, for whoever prefers it.')
      .optional(),
    subjects: z
      .array(line('One subject.'))
      .min(1)
      .max(20)
      .describe('The subjects a visitor can choose from.'),
    form: form.prefault({}),
  })
  .describe('How a visitor reaches you.')

export type Contact = z.output<typeof contact>
export type ContactForm = Contact['form']
export type Captcha = ContactForm['captcha']

/** Whether messages go to EmailJS's own service. */
export function isEmailJs(origin: string | undefined): boolean {
  return origin !== undefined && new URL(origin).hostname.endsWith('emailjs.com')
}

function worksWithEmailJs(provider: string): boolean {
  return provider === 'recaptcha' || provider === 'none'
}
