import {
  DEFAULT_PUBLIC_KEY,
  DEFAULT_SERVICE,
  DEFAULT_TEMPLATE,
  isEmailJsHost,
  MAX_SUBJECT_LENGTH,
  VISITOR_FIELDS,
} from 'reward-codes-gateway/protocol'
import { z } from 'zod'
import { atMost, line, paragraph, properName, titled } from './fields.ts'
import type { Strings } from './strings.ts'

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
const siteKey = properName('The site key from the provider; set the secret key in .env.')

const captcha = z
  .discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('altcha').describe('Verified by your own gateway; no third party.'),
    }),
    z.strictObject({
      provider: z.literal('recaptcha').describe('The checkbox of Google reCAPTCHA v2.'),
      siteKey,
      scoreKey: properName('A v3 site key, to request a score as well when sending.').optional(),
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
          .array(properName('A blocked value.'))
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

/** How messages arrive: the word that an owner writes, and what it means. */
const FORMS = ['gateway', 'emailjs', 'none'] as const

const EMAILJS_ORIGIN = 'https://api.emailjs.com'

const account = z
  .strictObject({
    publicKey: id('The public key of the account.', DEFAULT_PUBLIC_KEY),
    service: id('The service id.', DEFAULT_SERVICE),
    template: id(
      'The id of the mail template; for a gateway, a file in content/mail/.',
      DEFAULT_TEMPLATE,
    ),
  })
  .describe('The ids of your EmailJS dashboard.')

const gateway = z
  .url({ protocol: /^https?$/, abort: true, error: 'a full URL such as https://mail.example.com' })
  .refine((address) => !address.endsWith('/'), { error: 'a URL without a trailing slash' })
  .describe(
    'The URL of your gateway, such as https://mail.example.com, if it runs on another host than the page.',
  )

export const contact = (texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.contact),
      lead: paragraph('What a visitor can expect after sending a message.').prefault(texts.lead),
      email: z
        .email()
        .describe('An email address that every visitor sees. Required without a form.')
        .optional(),
      answer: z
        .int()
        .min(1)
        .max(99)
        .describe(
          'The number of working days until you answer, such as 2; the receipt of a message names the day.',
        )
        .optional(),
      // A longer subject is refused by the gateway, and a longer list does not fit a select.
      subjects: atMost(20, z.array(line('A subject.').max(MAX_SUBJECT_LENGTH)).min(1))
        .describe('The subjects a visitor can choose from.')
        .default(texts.subjects),
      form: z
        .enum(FORMS)
        .describe(
          'How messages arrive: gateway (your own server), emailjs (a service, for static hosts) or none (the page ' +
            'shows your email address and no form).',
        )
        .default('gateway'),
      gateway: gateway.optional(),
      account: account.optional(),
      messageRequired: z.boolean().describe('Whether the message is required.').default(false),
      captcha: captcha.optional(),
      spamFilter: spamFilter.prefault({}),
    })
    .refine(({ form, email }) => form !== 'none' || email !== undefined, {
      path: ['email'],
      error: 'an email address, because there is no form',
    })
    .refine(({ form, account }) => form !== 'emailjs' || isOfEmailJs(account), {
      path: ['account'],
      error: 'publicKey, service and template from your EmailJS dashboard',
    })
    .refine(({ form, captcha }) => form !== 'emailjs' || worksWithEmailJs(captcha), {
      path: ['captcha', 'provider'],
      error: 'recaptcha or none, the captchas that EmailJS supports',
    })
    .transform(resolveForm)
    .describe('The contact section: a form, your email address, or both.')

type Written = {
  form: (typeof FORMS)[number]
  gateway?: string | undefined
  account?: z.output<typeof account> | undefined
  messageRequired: boolean
  captcha?: z.output<typeof captcha> | undefined
  spamFilter: z.output<typeof spamFilter>
}

/** The settings of the form. Without `origin`, it sends to the gateway beside the page. */
type FormSettings = Required<Pick<Written, 'messageRequired' | 'spamFilter'>> &
  z.output<typeof account> & { origin?: string | undefined; captcha: Captcha }

/** Moves the settings of the form into `form`, which is undefined on a page without a form. */
function resolveForm<Section extends Written>(
  section: Section,
): Omit<Section, keyof Written> & { form: FormSettings | undefined } {
  const { form, gateway, account: ids, messageRequired, captcha, spamFilter, ...others } = section
  if (form === 'none') return { ...others, form: undefined }
  const isEmailJs = form === 'emailjs'
  const origin = isEmailJs ? EMAILJS_ORIGIN : gateway
  const settings: FormSettings = {
    ...(origin && { origin }),
    ...(ids ?? account.parse({})),
    messageRequired,
    captcha: captcha ?? (isEmailJs ? { provider: 'none' } : { provider: 'altcha' }),
    spamFilter,
  }
  return { ...others, form: settings }
}

export type Captcha = z.output<typeof captcha>

/** Whether the form posts to EmailJS's service. */
export function isEmailJs(origin: string | undefined): boolean {
  return origin !== undefined && isEmailJsHost(new URL(origin).hostname)
}

function isOfEmailJs(ids: Written['account']): boolean {
  return (
    ids !== undefined && ids.publicKey !== DEFAULT_PUBLIC_KEY && ids.template !== DEFAULT_TEMPLATE
  )
}

function worksWithEmailJs(captcha: Captcha | undefined): boolean {
  return captcha === undefined || captcha.provider === 'recaptcha' || captcha.provider === 'none'
}
