import { z } from 'zod'
import { line } from './fields.ts'

const word = (help: string, standard: string) => line(help).default(standard)

const labels = {
  name: word('The label of the name.', 'Name'),
  email: word('The label of the e-mail address.', 'E-mail'),
  subject: word('The label of the subject.', 'Subject'),
  subjectTitle: word('What the subject shows before one is chosen.', 'Subject'),
  message: word('The label of the message.', 'Message'),
  optional: word('Said beside a field that may stay empty.', 'optional'),
  trap: word('The label of the field that only programs see.', 'Leave this field empty'),
  send: word('The button that sends.', 'Send message'),
  sending: word('The same button while it sends.', 'Sending…'),
  orWrite: word('Said before your plain address, if you give one.', 'Or write to'),
}

const faults = {
  nameMissing: word('Said under an empty name.', 'Please enter your name.'),
  emailMissing: word(
    'Said under an empty address.',
    'Please enter your e-mail address, so that I can answer.',
  ),
  emailWrong: word(
    'Said under an address that cannot be one.',
    'This is not a whole e-mail address. It should look like name@example.com.',
  ),
}

const outcomes = {
  toasts: word('The name of the short notices, for screen readers.', 'Notices'),
  dismiss: word('The button that closes a notice.', 'Dismiss'),
  toastSent: word('The notice after sending.', 'Message sent successfully!'),
  toastFailed: word(
    'The notice when sending failed.',
    'Failed to send message. Please try again later.',
  ),
  toastCaptcha: word(
    'The notice when the captcha is not solved.',
    'Please complete the captcha challenge',
  ),
  sent: word(
    'Beside the button, after sending.',
    'Thank you. Your message has arrived, and I will answer you by e-mail.',
  ),
  captchaFirst: word(
    'Beside the button, when the captcha is not solved.',
    'Please complete the captcha challenge above, then send again.',
  ),
  failed: word(
    'Beside the button, when sending failed for no known reason.',
    'Your message could not be sent. Your text is kept here; please try again later.',
  ),
  timeout: word(
    'Beside the button, when no answer came.',
    'No answer came in time. Your text is kept here; sending again cannot send it twice.',
  ),
  offline: word(
    'Beside the button, without a network.',
    'You seem to be offline. Your text is kept here; please send again once you are back.',
  ),
  tooMany: word(
    'Beside the button, after too many messages (429).',
    'Too many messages came in a short time. Your text is kept here; please wait a few minutes.',
  ),
  forbidden: word(
    'Beside the button, when the message was refused (403).',
    'This message was refused. Your text is kept here.',
  ),
  headless: word(
    'Beside the button, when a program drives the browser (451).',
    'This browser seems to be driven by a program, so nothing was sent.',
  ),
  refused: word(
    'Beside the button, when something in the message was not accepted (400, 413).',
    'Something in it was not accepted. Your text is kept here; please look at the address, or shorten it.',
  ),
  faults: word(
    'Beside the button, when a field has to be looked at.',
    'Please look at the marked fields.',
  ),
  captchaRefused: word(
    'Beside the button, when the captcha was not accepted.',
    'The captcha was not accepted. Please complete it once more and send again.',
  ),
}

const captcha = {
  captcha: word('The name of the captcha, for screen readers.', 'Captcha'),
  captchaLabel: word('Beside the box of the built-in captcha.', "I'm not a robot"),
  captchaChecking: word('The same while it works.', 'Checking…'),
  captchaDone: word('The same once it is solved.', 'Checked'),
  captchaWaiting: word(
    'Where the captcha will be, before the form is touched.',
    'A quick spam check will appear here.',
  ),
  captchaLoading: word('In place of a captcha that is on its way.', 'Loading the captcha…'),
  captchaExpired: word(
    'Under a captcha that was solved too long ago.',
    'The captcha has expired. Please complete it once more.',
  ),
  captchaFailed: word(
    'In place of a captcha that did not come.',
    'The captcha could not be loaded. Sending needs it: please try again, or reload the page; your text is kept.',
  ),
  captchaOffline: word(
    'The same without a network.',
    'The captcha could not be loaded, because you seem to be offline. Your text is kept here.',
  ),
  captchaRetry: word('The button that loads the captcha once more.', 'Try again'),
}

export const formWords = z
  .strictObject({ ...labels, ...faults, ...outcomes, ...captcha })
  .describe('The words of the contact form.')
