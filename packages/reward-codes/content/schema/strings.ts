import { z } from 'zod'
import { inOneLine, line, plainParagraph } from './fields.ts'

/** What each text of the user interface is for. */
const HELP = {
  skip: 'The link that skips the header.',
  navigation: 'The accessible name of the menu.',
  openMenu: 'The button that opens the menu on small screens.',
  backToTop: 'The button that scrolls to the top.',
  scrollToSection: 'The arrow below the hero section.',
  newTab: 'Describes a link that opens in a new tab.',
  theme: 'The accessible name of the choice of the theme.',
  system: 'The choice that follows the theme of the system.',
  light: 'The choice of the light theme.',
  dark: 'The choice of the dark theme.',
  pause: 'The button that pauses the typewriter.',
  play: 'The tooltip of the same button while paused.',
  gallery: 'The accessible name of the project gallery.',
  carousel: 'The role description of the project gallery.',
  slide: 'The role description of a project.',
  previous: 'The button to the previous project.',
  next: 'The button to the next project.',
  slidePosition: 'The position of the visible project.',
  slideRange: 'The range of the visible projects.',
  index: 'The label of the list of projects in the hero section.',
  client: 'The label of the client of a project.',
  role: 'The label of your role in a project.',
  technologies: 'The label of the technologies of a project.',
  problem: 'The heading of the problem of a project.',
  approach: 'The heading of the approach of a project.',
  result: 'The heading of the result of a project.',
  readMore: 'The link from the featured project to its details.',
  placeholder:
    'The remark beside a live link to example.com, which stands for one that is to come.',
  close: 'The link that closes the details of a project.',
  present: 'The end of a current period.',
  page: 'The footer of a resume PDF with several pages.',
  localTime: 'Your local time in the footer.',
  saveContact: 'The link to download your contact card.',
  errorTitle: 'The heading of the error page.',
  errorText: 'The text of the error page.',
  errorLink: 'The link from the error page to the page without scripts.',
  missingTitle: 'The heading of the 404 page.',
  missingText: 'The text of the 404 page.',
  receivedTitle: 'The heading after a message is sent without scripts.',
  receivedText: 'The text after a message is sent without scripts.',
  failedTitle: 'The heading when a message sent without scripts is rejected.',
  failedText: 'The text when a message sent without scripts is rejected.',
  back: 'The link from the result page back to the page.',
  missingLink: 'The link from the 404 page.',
}

const FORM_HELP = {
  name: 'The label of the name.',
  email: 'The label of the e-mail address.',
  subject: 'The label of the subject.',
  subjectTitle: 'The placeholder of the subject.',
  message: 'The label of the message.',
  optional: 'Shown beside an optional field.',
  honeypot: 'The label of the honeypot field.',
  send: 'The send button.',
  sending: 'The send button while sending.',
  waiting: 'Beside the button, while a message waits for the scripts to load.',
  orWrite: 'Shown before the email address, if set.',
  nameMissing: 'The error of an empty name.',
  emailMissing: 'The error of an empty email address.',
  emailWrong: 'The error of an email address without "@" or a domain.',
  emailUnusable: 'The error of an email address that is whole, and not valid.',
  messageMissing: 'The error of an empty message, if it is required.',
  messageLength: 'The length of a long message, beside its label.',
  messageTooLong: 'The error of a message that is too long.',
  receipt: 'The heading of the receipt, after sending.',
  receiptNumber: 'The number of a sent message.',
  receiptTime: 'When the message was sent, in your time zone.',
  receiptAnswer: 'The day by which you answer, if `contact.answer` is set.',
  print: 'The button that prints the receipt.',
  toasts: 'The accessible name of the toasts.',
  dismiss: 'The button that closes a toast.',
  toastSent: 'The toast after sending.',
  toastFailed: 'The toast when sending failed.',
  toastCaptcha: 'The toast when the captcha is not solved.',
  sent: 'Beside the button, after sending.',
  unconfirmed: 'Beside the button, when the answer is not that of a gateway.',
  restore: 'The button that puts the text of such a message back.',
  captchaFirst: 'Beside the button, when the captcha is not solved.',
  failed: 'Beside the button, when sending failed for an unknown reason.',
  timeout: 'Beside the button, after a timeout.',
  offline: 'Beside the button, when offline.',
  tooMany: 'Beside the button, after too many messages (429).',
  forbidden: 'Beside the button, when the message was rejected (403).',
  headless: 'Beside the button, in an automated browser (451).',
  refused: 'Beside the button, when the gateway rejects the message (400, 413).',
  faults: 'Beside the button, when a field has an error.',
  captchaRefused: 'Beside the button, when the captcha was rejected.',
  captcha: 'The accessible name of the captcha.',
  captchaLabel: 'The label of the built-in captcha.',
  captchaChecking: 'The label while it is being solved.',
  captchaDone: 'The label when it is solved.',
  captchaLoading: 'The label while the captcha of another company loads.',
  captchaExpired: 'Shown when the captcha has expired.',
  captchaFailed: 'Shown when the captcha failed to load.',
  captchaOffline: 'Shown when the captcha failed to load offline.',
  captchaRetry: 'The button that reloads the captcha.',
}

const LEGAL_HELP = {
  imprint: 'The title of the imprint, and the link to it.',
  privacy: 'The title of the privacy notice, and the link to it.',
  responsible: 'The heading of your name and address in the privacy notice.',
  visit: 'The heading about visiting the page.',
  visitText: 'What the server of the page receives.',
  host: 'Said if `legal.privacy.host` is set.',
  logs: 'What the host may log.',
  sameServer: 'Said if every image is on the site.',
  imageHosts: 'Said if images are on other hosts.',
  theme: 'What the choice of the theme stores.',
  formHeading: 'The heading about the contact form.',
  ownGateway: 'Said if the form sends to the gateway of the site.',
  otherGateway: 'Said if the form sends to another gateway.',
  emailJs: 'Said if the form sends to EmailJS.',
  retentionUnknown: 'Said if the build does not know how long messages are stored.',
  mailServer: 'Said if the build knows the mail server: SMTP_HOST.',
  mailbox: 'What remains of the e-mail.',
  autoReply: 'Said if the gateway sends automatic replies: AUTO_REPLY.',
  rateLimit: 'What the rate limit counts, said of the gateway of the site.',
  rateLimitMemory: 'How long the counts of the rate limit exist.',
  formLog: 'What the log of the gateway contains.',
  draft: 'What the form stores on the device.',
  throttle: 'Said if `throttleSeconds` is set.',
  altcha: 'Said of the built-in captcha.',
  captcha: 'Said of a captcha of another company.',
  rights: 'The heading about the rights of the visitor.',
  rightsText:
    'The rights of the visitor: access, rectification, erasure, restriction, portability.',
  objection: 'How a visitor objects to a use of the data.',
  complaint: 'The right to complain.',
  visitBasis: 'The purpose and the legal basis of showing the page.',
  formBasis: 'The purpose and the legal basis of answering messages.',
  voluntary: 'That no field has to be filled in.',
  transfer: 'Said of a service of another company.',
  mailText: 'Said if the page shows an address.',
  formNotice: 'Beside the form, before the link to the privacy notice.',
  vatId: 'The label of the VAT ID in the imprint.',
  contentResponsible: 'The label of the responsible person in the imprint.',
}

const RETENTION_HELP = 'Said if the build knows how long messages are stored: RETENTION_DAYS.'

/** A text with a number, by the plural form of the number. `other` stands in for forms that a language lacks. */
export type Plural = z.output<typeof plural>

const form = (name: string) => line(`The text with a number of the form "${name}".`)
const plural = z
  .strictObject({
    zero: form('zero').optional(),
    one: form('one').optional(),
    two: form('two').optional(),
    few: form('few').optional(),
    many: form('many').optional(),
    other: line('The text with any other number.'),
  })
  .describe('A text for each plural form of the language.')

type Help = typeof HELP
type FormHelp = typeof FORM_HELP
type LegalHelp = typeof LEGAL_HELP

type ContentDefault =
  | ('greeting' | 'button' | 'download' | 'fileName' | 'liveDemo' | 'lead')
  | ('about' | 'services' | 'projects' | 'testimonials' | 'resume' | 'contact')
  | ('education' | 'experience' | 'volunteering' | 'skills' | 'languages')
  | ('certificates' | 'awards' | 'publications')

type DraftText =
  | ('claim' | 'bio' | 'project' | 'summary')
  | ('job' | 'employer' | 'degree' | 'school' | 'skill')

/** The texts in one language. */
export type Strings = Record<keyof Help, string> & {
  form: Record<keyof FormHelp, string>
  legal: Record<keyof LegalHelp, string> & { retention: Plural }
  /** The defaults of the content: labels, headings, subjects and file names. */
  content: Record<ContentDefault, string> & { subjects: string[] }
  /** What `init` writes where only the owner knows the text. */
  draft: Record<DraftText, string>
}

/** The texts that an owner may replace. The others stay in the language of the site. */
export const uiStrings = (defaults: Strings) =>
  z
    .strictObject({
      ...texts(HELP, defaults),
      form: z
        .strictObject(texts(FORM_HELP, defaults.form))
        .describe('The texts of the contact form.')
        .prefault({}),
      legal: z
        .strictObject({
          ...texts(LEGAL_HELP, defaults.legal, sentence),
          retention: z
            .union([line('One text for every number.'), plural], {
              error: 'text in one line, or a text for each plural form, of which other is required',
            })
            .describe(RETENTION_HELP)
            .default(defaults.legal.retention),
        })
        .describe('The texts of the imprint and the privacy notice.')
        .prefault({}),
    })
    .describe('The texts of the user interface. By default, they are in the language of the site.')

/** A sentence of the law is longer than a label. */
const sentence = (help: string) => plainParagraph(help).overwrite(inOneLine)

function texts<Key extends string>(
  help: Record<Key, string>,
  defaults: Record<NoInfer<Key>, string>,
  text = line,
) {
  const keys = Object.keys(help) as Key[]
  const fields = keys.map((key) => [key, text(help[key]).default(defaults[key])])
  return Object.fromEntries(fields) as Record<Key, z.ZodDefault<ReturnType<typeof line>>>
}
