import type { MountCaptcha, WidgetLook } from './captcha.ts'
import { loadProvider } from './provider-script.ts'

const SCRIPT = 'https://js.hcaptcha.com/1/api.js'

/** The part of hCaptcha's interface that is used here. */
declare const hcaptcha: {
  render: (box: HTMLElement, options: Record<string, unknown>) => string
  reset: (widget: string) => void
}

export function mountHcaptcha({ siteKey, theme, size }: HcaptchaOptions): MountCaptcha {
  return async (box, { onToken, onExpire, onFail }) => {
    await loadProvider(SCRIPT, {
      render: 'explicit',
      // Without it the widget adds a field of Google's name, beside the one that the page sends.
      recaptchacompat: 'off',
      hl: document.documentElement.lang,
    })
    const widget = hcaptcha.render(box, {
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

export type HcaptchaOptions = { siteKey: string } & WidgetLook
