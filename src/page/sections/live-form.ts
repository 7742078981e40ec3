import type { FormWords, Portfolio } from '../../content/schema.ts'
import { CHALLENGE_PATH } from '../../wire/paths.ts'
import { chooseCaptcha } from '../behaviour/captcha/captcha.ts'
import { CaptchaSession } from '../behaviour/captcha/captcha-session.ts'
import { MessageForm } from '../behaviour/form/message-form.ts'
import { createSender } from '../behaviour/form/sender.ts'
import { Dropdown } from '../parts/Dropdown.tsx'
import { Toasts } from '../parts/Toasts.tsx'

/** Everything that the form needs only once somebody comes near it: a script of its own. */
export function startLiveForm({ form, slot, contact, words, startedAt }: LiveFormOptions) {
  const { origin = location.origin, publicKey, service, template, captcha } = contact.form
  const altcha = {
    challenge: `${origin}${CHALLENGE_PATH}?user_id=${encodeURIComponent(publicKey)}`,
    words: {
      label: words.captchaLabel,
      checking: words.captchaChecking,
      done: words.captchaDone,
      expired: words.captchaExpired,
      failed: words.captchaFailed,
    },
  }
  const messages = new MessageForm({
    form,
    subjects: contact.subjects,
    send: createSender({ origin, publicKey, service, template }, contact.form.refusals),
    openCaptcha:
      slot && captcha.provider !== 'none'
        ? (onStatus) => new CaptchaSession(slot, () => chooseCaptcha(captcha, altcha), onStatus)
        : undefined,
    startedAt,
  })
  return { messages, Dropdown, Toasts }
}

export type LiveForm = ReturnType<typeof startLiveForm>

export type LiveFormOptions = {
  form: HTMLFormElement
  /** Where a captcha is drawn; none if there is to be none. */
  slot: HTMLElement | null
  contact: NonNullable<Portfolio['contact']>
  words: FormWords
  /** When the form was first touched, in milliseconds; unset if nobody has. */
  startedAt: number | undefined
}
