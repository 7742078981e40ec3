import {
  DEFAULT_PUBLIC_KEY,
  DEFAULT_SERVICE,
  DEFAULT_TEMPLATE,
  isEmailJsHost,
  VISITOR_FIELDS,
} from 'reward-codes-gateway/protocol'
import { z } from 'zod'
import { whyNoAddress } from './address.ts'
import { heading, line, menuLabel, paragraph } from './fields.ts'

const id = (help: string, defaultText: string) =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: 'at most 64 letters, digits, _ or -' })
    .describe(help)
    .default(defaultText)

const widgetOptions = {
  theme: z.enum(['light', 'dark']).describe('The colour theme of the widget.').default('light'),
  size: z.enum(['normal', 'compact']).describe('The size of the widget.').default('normal'),
}
const siteKey = line('The site key from the provider; set the secret key in .env.')

const captcha = z
  .discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('altcha').describe('Verified by your own gateway; no third party.'),
      theme: widgetOptions.theme,
    }),
    z.strictObject({
      provider: z.literal('recaptcha').describe('The checkbox of Google reCAPTCHA v2.'),
      siteKey,
      scoreKey: line('A v3 site key, to request a score as well when sending.').optional(),
      ...widgetOptions,
    }),
    z.strictObject({
      provider: z.literal('hcaptcha').describe('hCaptcha.'),
      siteKey,
      ...widgetOptions,
    }),
    z.strictObject({
      provider: z.literal('turnstile').describe('Cloudflare Turnstile.'),
      siteKey,
      ...widgetOptions,
    }),
    z.strictObject({ provider: z.literal('none').describe('No captcha.') }),
  ])
  .describe('The captcha of the form.')

const spamFilter = z
  .strictObject({
    blockHeadless: z
      .boolean()
      .describe('Reject automated (headless) browsers (451).')
      .default(false),
    blockList: z
      .strictObject({
        field: z.enum(VISITOR_FIELDS).describe('The field to compare.'),
        values: z
          .array(line('A blocked value.'))
          .describe('Blocked values; they must match exactly.'),
      })
      .describe('Reject messages with a blocked value (403).')
      .optional(),
    throttleSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .describe('Reject a second message within this many seconds (429).')
      .optional(),
  })
  .describe('Checks in the page before it sends; off by default.')

const form = z
  .strictObject({
    origin: z
      .url({ protocol: /^https?$/, abort: true, error: ({ input }) => whyNoAddress(input) })
      .refine((address) => !address.endsWith('/'), {
        error: 'a URL without a trailing slash',
      })
      .describe(
        'The origin that receives messages: another gateway or https://api.emailjs.com. The ' +
          'default is your own gateway on this site.',
      )
      .optional(),
    publicKey: id('The public key of the account.', DEFAULT_PUBLIC_KEY),
    service: id('The service id.', DEFAULT_SERVICE),
    template: id('The mail template: a file in content/mail/.', DEFAULT_TEMPLATE),
    messageRequired: z.boolean().describe('Whether the message is required.').default(false),
    captcha: captcha.prefault({ provider: 'altcha' }),
    spamFilter: spamFilter.prefault({}),
  })
  .refine(({ origin, captcha }) => !isEmailJs(origin) || worksWithEmailJs(captcha.provider), {
    path: ['captcha', 'provider'],
    error: 'recaptcha or none, the captchas that EmailJS supports',
  })
  .refine((form) => !isEmailJs(form.origin) || form.template !== DEFAULT_TEMPLATE, {
    path: ['template'],
    error: 'publicKey, service and template from your EmailJS dashboard',
  })
  .describe(
    'Where the form sends messages, and its spam protection. Your own gateway needs no settings.',
  )

export const contact = z
  .strictObject({
    menuLabel,
    heading,
    lead: paragraph('What a visitor can expect after sending a message.'),
    email: z.email().describe('An email address shown beside the form.').optional(),
    subjects: z
      .array(line('A subject.'))
      .min(1)
      .max(20)
      .describe('The subjects a visitor can choose from.'),
    form: form.prefault({}),
  })
  .describe('The contact section with the form.')

export type Captcha = z.output<typeof contact>['form']['captcha']

/** Whether the form posts to EmailJS's service. */
export function isEmailJs(origin: string | undefined): boolean {
  return origin !== undefined && isEmailJsHost(new URL(origin).hostname)
}

function worksWithEmailJs(provider: string): boolean {
  return provider === 'recaptcha' || provider === 'none'
}
