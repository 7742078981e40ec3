import type { MountCaptcha, WidgetOptions } from './captcha.ts'
import { loadProvider } from './provider-script.ts'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js'

/** The subset of the Turnstile API in use. */
declare const turnstile: {
  render: (container: HTMLElement, options: Record<string, unknown>) => string
  reset: (widget: string) => void
}

export function mountTurnstile({ siteKey, theme, size }: TurnstileOptions): MountCaptcha {
  return async (container, { onToken, onExpire, onFail }) => {
    await loadProvider(SCRIPT, { render: 'explicit' })
    const widget = turnstile.render(container, {
      sitekey: siteKey,
      theme,
      size,
      language: document.documentElement.lang,
      'response-field': false,
      // Automatic refresh would replace a token without notice. The page reports the expiry instead.
      'refresh-expired': 'manual',
      callback: onToken,
      'expired-callback': onExpire,
      'timeout-callback': onExpire,
      'error-callback': onFail,
    })
    return { reset: () => turnstile.reset(widget) }
  }
}

type TurnstileOptions = { siteKey: string } & WidgetOptions
