import { SCORE_FIELD } from '../../../wire/fields.ts'
import type { MountCaptcha, WidgetLook } from './captcha.ts'
import { loadProvider } from './provider-script.ts'

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
const ACTION = 'contact'

/** The part of Google's interface that is used here. */
declare const grecaptcha: {
  render: (box: HTMLElement, options: Record<string, unknown>) => number
  reset: (widget: number) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

// One script does for both: loaded with a v3 key it gives scores, and still draws v2 boxes.
/** The visible checkbox of version 2, and with a second key the score of version 3. */
export function mountRecaptcha(options: RecaptchaOptions): MountCaptcha {
  const { siteKey, scoreKey, theme, size } = options
  return async (box, { onToken, onExpire, onFail }) => {
    await loadProvider(SCRIPT, {
      render: scoreKey ?? 'explicit',
      hl: document.documentElement.lang,
    })
    const widget = grecaptcha.render(box, {
      sitekey: siteKey,
      theme,
      size,
      callback: onToken,
      'expired-callback': onExpire,
      'error-callback': onFail,
    })
    return {
      reset: () => grecaptcha.reset(widget),
      ...(scoreKey && {
        scoreField: {
          name: SCORE_FIELD,
          fetchScore: async () => grecaptcha.execute(scoreKey, { action: ACTION }),
        },
      }),
    }
  }
}

export type RecaptchaOptions = { siteKey: string; scoreKey?: string | undefined } & WidgetLook
