import type { MountCaptcha, WidgetOptions } from './captcha.ts'
import { loadProvider } from './provider-script.ts'

const SCRIPT = 'https://js.hcaptcha.com/1/api.js'

/** The subset of the hCaptcha API in use. */
declare const hcaptcha: {
  render: (container: HTMLElement, options: Record<string, unknown>) => string
  reset: (widget: string) => void
}

export function mountHcaptcha({ siteKey, theme, size }: HcaptchaOptions): MountCaptcha {
  return async (container, { onToken, onExpire, onFail }) => {
    await loadProvider(SCRIPT, {
      render: 'explicit',
      // Otherwise the widget adds a second field, named after reCAPTCHA.
      recaptchacompat: 'off',
      hl: document.documentElement.lang,
    })
    const widget = hcaptcha.render(container, {
      sitekey: siteKey,
      theme,
      size,
      callback: onToken,
      'expired-callback': onExpire,
      'chalexpired-callback': onExpire,
      'error-callback': onFail,
    })
    return { reset: () => hcaptcha.reset(widget) }
  }
}

type HcaptchaOptions = { siteKey: string } & WidgetOptions
