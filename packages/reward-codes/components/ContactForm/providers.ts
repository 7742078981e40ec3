import { SCORE_ACTION, SCORE_FIELD } from 'reward-codes-gateway/protocol'
import type { Captcha } from '../../content/schema/contact.ts'

/** The subset of the APIs in use. */
type ProviderApi = {
  render?: (container: HTMLElement, options: Record<string, unknown>) => string | number
  reset: (widget: string | number) => void
  /** Only reCAPTCHA has this function. */
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

type Config = Extract<Captcha, { siteKey: string }>
type Events = { onToken: (token: string) => void; onExpire: () => void; onFail: () => void }

export type Widget = {
  reset: () => void
  /** Fetches a second token on sending, and names its form field. */
  score?: () => Promise<[name: string, value: string]>
}

/** Loads the script of a provider and renders its widget in place of what the slot has. */
export async function mountWidget(
  config: Config,
  slot: HTMLElement,
  events: Events,
  signal: AbortSignal,
): Promise<Widget> {
  const { url, parameters, name, options } = describe(config, events)
  const api = (): ProviderApi | undefined => Reflect.get(window, name)
  if (!api()?.render) await loadScript(url, parameters, signal)
  // A new element each time, because some providers refuse to render twice into the same one.
  const container = document.createElement('div')
  slot.replaceChildren(container)
  const widget = api()?.render?.(container, {
    sitekey: config.siteKey,
    theme: config.theme,
    size: config.size,
    callback: events.onToken,
    'expired-callback': events.onExpire,
    'error-callback': events.onFail,
    ...options,
  })
  if (widget === undefined) throw new Error(`The script from ${url} has no widget.`)
  const scoreKey = 'scoreKey' in config ? config.scoreKey : undefined
  const fetchScore = () => api()?.execute(scoreKey ?? '', { action: SCORE_ACTION })
  return {
    reset: () => api()?.reset(widget),
    ...(scoreKey && { score: async () => [SCORE_FIELD, (await fetchScore()) ?? ''] }),
  }
}

/** What is particular to a provider: its script, its global object and its options. */
function describe(config: Config, { onExpire }: Events) {
  const language = document.documentElement.lang
  switch (config.provider) {
    case 'recaptcha':
      return {
        url: 'https://www.google.com/recaptcha/api.js',
        // One script serves both versions: loaded with a v3 key, it returns scores and still renders v2.
        parameters: { render: config.scoreKey ?? 'explicit', hl: language },
        name: 'grecaptcha',
        options: {},
      }
    case 'hcaptcha':
      return {
        url: 'https://js.hcaptcha.com/1/api.js',
        // Without `recaptchacompat`, the widget adds a second field, named after reCAPTCHA.
        parameters: { render: 'explicit', recaptchacompat: 'off', hl: language },
        name: 'hcaptcha',
        options: { 'chalexpired-callback': onExpire },
      }
    case 'turnstile':
      return {
        url: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
        parameters: { render: 'explicit' },
        name: 'turnstile',
        options: {
          language,
          'response-field': false,
          // Automatic refresh would replace a token without notice. The page reports the expiry instead.
          'refresh-expired': 'manual',
          'timeout-callback': onExpire,
        },
      }
  }
}

let attempts = 0

// The script only loads others, so it is ready when the provider calls `onload`, not on `load`.
function loadScript(url: string, parameters: Record<string, string>, signal: AbortSignal) {
  const callback = `captchaReady${attempts++}`
  const script = document.createElement('script')
  script.src = `${url}?${new URLSearchParams({ ...parameters, onload: callback })}`
  return new Promise<void>((resolve, reject) => {
    const fail = () => {
      script.remove()
      reject(new Error(`The captcha script failed to load from ${url}.`))
    }
    Reflect.set(window, callback, resolve)
    script.addEventListener('error', fail)
    signal.addEventListener('abort', fail)
    document.head.append(script)
  })
}
