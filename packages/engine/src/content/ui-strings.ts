import { z } from 'zod'
import { line } from './fields.ts'

const text = (help: string, defaultText: string) => line(help).default(defaultText)

const labels = {
  name: text('The label of the name.', 'Name'),
  email: text('The label of the e-mail address.', 'E-mail'),
  subject: text('The label of the subject.', 'Subject'),
  subjectTitle: text('The placeholder of the subject.', 'Subject'),
  message: text('The label of the message.', 'Message'),
  optional: text('Shown beside an optional field.', 'optional'),
  honeypot: text('The label of the honeypot field.', 'Leave this field empty'),
  send: text('The send button.', 'Send message'),
  sending: text('The send button while sending.', 'Sending…'),
  waiting: text(
    'Beside the button, while a message waits for the scripts to load.',
    'Your message waits for the rest of this page to load.',
  ),
  orWrite: text('Shown before the email address, if set.', 'Or write to'),
}

const faults = {
  nameMissing: text('The error of an empty name.', 'Please enter your name.'),
  emailMissing: text(
    'The error of an empty email address.',
    'Please enter your e-mail address, so that I can answer.',
  ),
  emailWrong: text(
    'The error of an email address without "@" or a domain.',
    'This is not a whole e-mail address. It should look like name@example.com.',
  ),
  messageMissing: text(
    'The error of an empty message, if it is required.',
    'Please write a message.',
  ),
}

const outcomes = {
  toasts: text('The accessible name of the toasts.', 'Notices'),
  dismiss: text('The button that closes a toast.', 'Dismiss'),
  toastSent: text('The toast after sending.', 'Message sent successfully!'),
  toastFailed: text(
    'The toast when sending failed.',
    'Failed to send message. Please try again later.',
  ),
  toastCaptcha: text(
    'The toast when the captcha is not solved.',
    'Please complete the captcha challenge',
  ),
  sent: text(
    'Beside the button, after sending.',
    'Thank you. Your message has arrived, and I will answer you by e-mail.',
  ),
  captchaFirst: text(
    'Beside the button, when the captcha is not solved.',
    'Please complete the captcha challenge above, then send again.',
  ),
  failed: text(
    'Beside the button, when sending failed for an unknown reason.',
    'Your message could not be sent. Your text is kept here; please try again later.',
  ),
  timeout: text(
    'Beside the button, after a timeout.',
    'No answer came in time. Your text is kept here; sending again cannot send it twice.',
  ),
  offline: text(
    'Beside the button, when offline.',
    'You seem to be offline. Your text is kept here; please send again once you are back.',
  ),
  tooMany: text(
    'Beside the button, after too many messages (429).',
    'Too many messages came in a short time. Your text is kept here; please wait a few minutes.',
  ),
  forbidden: text(
    'Beside the button, when the message was rejected (403).',
    'This message was refused. Your text is kept here.',
  ),
  headless: text(
    'Beside the button, in an automated browser (451).',
    'This browser seems to be driven by a program, so nothing was sent.',
  ),
  refused: text(
    'Beside the button, when the gateway rejects the message (400, 413).',
    'Something in it was not accepted. Your text is kept here; please look at the address, or shorten it.',
  ),
  faults: text(
    'Beside the button, when a field has an error.',
    'Please look at the marked fields.',
  ),
  captchaRefused: text(
    'Beside the button, when the captcha was rejected.',
    'The captcha was not accepted. Please complete it once more and send again.',
  ),
}

const captcha = {
  captcha: text('The accessible name of the captcha.', 'Captcha'),
  captchaLabel: text('The label of the built-in captcha.', "I'm not a robot"),
  captchaChecking: text('The label while it is being solved.', 'Checking…'),
  captchaDone: text('The label when it is solved.', 'Checked'),
  captchaWaiting: text(
    'The placeholder of the captcha before it loads.',
    'A quick spam check will appear here.',
  ),
  captchaLoading: text('Shown while the captcha loads.', 'Loading the captcha…'),
  captchaExpired: text(
    'Shown when the captcha has expired.',
    'The captcha has expired. Please complete it once more.',
  ),
  captchaFailed: text(
    'Shown when the captcha failed to load.',
    'The captcha could not be loaded. Sending needs it: please try again, or reload the page; your text is kept.',
  ),
  captchaOffline: text(
    'Shown when the captcha failed to load offline.',
    'The captcha could not be loaded, because you seem to be offline. Your text is kept here.',
  ),
  captchaRetry: text('The button that reloads the captcha.', 'Try again'),
}

const formStrings = z
  .strictObject({ ...labels, ...faults, ...outcomes, ...captcha })
  .describe('The texts of the contact form.')

export const uiStrings = z
  .strictObject({
    skip: text('The link that skips the header.', 'Skip to content'),
    navigation: text('The accessible name of the menu.', 'Sections'),
    openMenu: text('The button that opens the menu on small screens.', 'Menu'),
    backToTop: text('The button that scrolls to the top.', 'Back to top'),
    scrollToSection: text('The arrow below the hero section.', 'Go to {section}'),
    newTab: text('Announced after a link that opens in a new tab.', 'opens in a new tab'),
    theme: text(
      'The accessible name of the theme button, which is pressed in the dark theme.',
      'Dark theme',
    ),
    light: text('The tooltip of the theme button in the dark theme.', 'Switch to light theme'),
    dark: text('The tooltip of the theme button in the light theme.', 'Switch to dark theme'),
    pause: text('The button that pauses the typewriter.', 'Pause the typed line'),
    play: text('The tooltip of the same button while paused.', 'Type the line again'),
    gallery: text('The accessible name of the project gallery.', 'Projects'),
    carousel: text('The role description of the project gallery.', 'carousel'),
    slide: text('The role description of a project.', 'project'),
    previous: text('The button to the previous project.', 'Previous project'),
    next: text('The button to the next project.', 'Next project'),
    slidePosition: text('The position of the visible project.', '{first} of {count}'),
    slideRange: text('The range of the visible projects.', '{first}–{last} of {count}'),
    present: text('The end of a current period.', 'present'),
    page: text('The footer of a resume PDF with several pages.', 'Page {page} of {count}'),
    saveContact: text('The link to download your contact card.', 'Save contact'),
    errorTitle: text('The heading of the error page.', 'Unexpected Application Error!'),
    errorText: text(
      'The text of the error page.',
      'Something on this page broke. It is not your fault. The simple version has everything, and its form works.',
    ),
    errorLink: text(
      'The link from the error page to the page without scripts.',
      'Open the simple version',
    ),
    missingTitle: text('The heading of the 404 page.', 'There is no such page'),
    missingText: text(
      'The text of the 404 page.',
      'The address may be misspelt, or the page has moved. Everything is on the front page.',
    ),
    receivedTitle: text(
      'The heading after a message is sent without scripts.',
      'Your message has arrived',
    ),
    receivedText: text(
      'The text after a message is sent without scripts.',
      'It is kept safely and will be read by a person, a little later than others.',
    ),
    failedTitle: text(
      'The heading when a message sent without scripts is rejected.',
      'Your message was not sent',
    ),
    failedText: text(
      'The text when a message sent without scripts is rejected.',
      'Go back, look over what you wrote, and try again a little later; nothing is lost.',
    ),
    back: text('The link from the result page back to the page.', 'Back to the page'),
    missingLink: text('The link from the 404 page.', 'Go to the front page'),
    form: formStrings.prefault({}),
  })
  .describe('The texts of the user interface, to change or translate.')
