import type { MountCaptcha, WidgetLook } from './captcha.ts'
import { loadProvider } from './provider-script.ts'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js'

/** The part of Turnstile's interface that is used here. */
declare const turnstile: {
  render: (box: HTMLElement, options: Record<string, unknown>) => string
  reset: (widget: string) => void
}

export function mountTurnstile({ siteKey, theme, size }: TurnstileOptions): MountCaptcha {
  return async (box, { onToken, onExpire, onFail }) => {
    await loadProvider(SCRIPT, { render: 'explicit' })
    const widget = turnstile.render(box, {
      sitekey: siteKey,
      theme,
      size,
      language: document.documentElement.lang,
      'response-field': false,
      // Its own renewal would spend a token behind the visitor's back; expiry has a sentence here.
      'refresh-expired': 'manual',
      callback: onToken,
      'expired-callback': onExpire,
      'timeout-callback': onExpire,
      'error-callback': onFail,
    })
    return { reset: () => turnstile.reset(widget) }
  }
}

export type TurnstileOptions = { siteKey: string } & WidgetLook
