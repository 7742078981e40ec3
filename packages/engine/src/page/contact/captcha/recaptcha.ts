import { SCORE_FIELD } from 'reward-codes-protocol/fields'
import type { MountCaptcha, WidgetOptions } from './captcha.ts'
import { loadProvider } from './provider-script.ts'

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
const ACTION = 'contact'

/** The subset of the reCAPTCHA API in use. */
declare const grecaptcha: {
  render: (container: HTMLElement, options: Record<string, unknown>) => number
  reset: (widget: number) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

// One script serves both versions: loaded with a v3 key, it returns scores and still renders v2.
/** The checkbox of reCAPTCHA v2 and, with a second key, the score of v3. */
export function mountRecaptcha(options: RecaptchaOptions): MountCaptcha {
  const { siteKey, scoreKey, theme, size } = options
  return async (container, { onToken, onExpire, onFail }) => {
    await loadProvider(SCRIPT, {
      render: scoreKey ?? 'explicit',
      hl: document.documentElement.lang,
    })
    const widget = grecaptcha.render(container, {
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

type RecaptchaOptions = { siteKey: string; scoreKey?: string | undefined } & WidgetOptions
