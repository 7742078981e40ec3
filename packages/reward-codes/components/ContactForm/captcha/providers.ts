import type { Captcha } from 'reward-codes/internal/content/contact.ts'
import { SCORE_ACTION, SCORE_FIELD } from 'reward-codes-gateway/protocol'
import type { MountCaptcha } from './captcha.ts'

const LOAD_MS = 20_000

/** The subset of the APIs in use. */
type ProviderApi = {
  render: (container: HTMLElement, options: Record<string, unknown>) => string | number
  reset: (widget: string | number) => void
}

declare const grecaptcha: ProviderApi & {
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}
declare const hcaptcha: ProviderApi
declare const turnstile: ProviderApi

type ProviderConfig = Extract<Captcha, { siteKey: string }>

/** Loads the script of a provider and renders its widget. */
export function mountProvider(config: ProviderConfig): MountCaptcha {
  return async (container, { onToken, onExpire, onFail }) => {
    const options = {
      sitekey: config.siteKey,
      theme: config.theme,
      size: config.size,
      callback: onToken,
      'expired-callback': onExpire,
      'error-callback': onFail,
    }
    const language = document.documentElement.lang
    switch (config.provider) {
      case 'recaptcha': {
        const { scoreKey } = config
        // One script serves both versions: loaded with a v3 key, it returns scores and still renders v2.
        const parameters = { render: scoreKey ?? 'explicit', hl: language }
        await loadScript('https://www.google.com/recaptcha/api.js', parameters)
        const widget = grecaptcha.render(container, options)
        return {
          reset: () => grecaptcha.reset(widget),
          ...(scoreKey && {
            scoreField: {
              name: SCORE_FIELD,
              fetchScore: async () => grecaptcha.execute(scoreKey, { action: SCORE_ACTION }),
            },
          }),
        }
      }
      case 'hcaptcha': {
        // Without `recaptchacompat`, the widget adds a second field, named after reCAPTCHA.
        const parameters = { render: 'explicit', recaptchacompat: 'off', hl: language }
        await loadScript('https://js.hcaptcha.com/1/api.js', parameters)
        const widget = hcaptcha.render(container, {
          ...options,
          'chalexpired-callback': onExpire,
        })
        return { reset: () => hcaptcha.reset(widget) }
      }
      case 'turnstile': {
        const parameters = { render: 'explicit' }
        await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js', parameters)
        const widget = turnstile.render(container, {
          ...options,
          language,
          'response-field': false,
          // Automatic refresh would replace a token without notice. The page reports the expiry instead.
          'refresh-expired': 'manual',
          'timeout-callback': onExpire,
        })
        return { reset: () => turnstile.reset(widget) }
      }
    }
  }
}

let loading: Promise<void> | undefined
let attempts = 0

/** Loads the script once. A failed load can be retried. */
async function loadScript(url: string, parameters: Record<string, string>) {
  loading ??= requestScript(url, parameters)
  try {
    await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

// The script only loads others, so it is ready when the provider calls `onload`, not on `load`.
function requestScript(url: string, parameters: Record<string, string>): Promise<void> {
  const callback = `captchaReady${attempts++}`
  const script = document.createElement('script')
  script.src = `${url}?${new URLSearchParams({ ...parameters, onload: callback })}`
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(fail, LOAD_MS)
    Reflect.set(window, callback, () => {
      cleanUp()
      resolve()
    })
    script.addEventListener('error', fail)
    document.head.append(script)

    function fail() {
      cleanUp()
      script.remove()
      reject(new Error(`The captcha script failed to load from ${url}.`))
    }
    function cleanUp() {
      clearTimeout(timer)
      Reflect.deleteProperty(window, callback)
    }
  })
}
