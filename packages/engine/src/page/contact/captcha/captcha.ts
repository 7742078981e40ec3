import { importWithRetry } from '../../lib/import-with-retry.ts'

/** The events of a widget. */
type CaptchaEvents = {
  /** The challenge is solved. An empty token revokes the previous one. */
  onToken: (token: string) => void
  /** The widget starts to verify, which takes a while. */
  onCheck: () => void
  onExpire: () => void
  onFail: () => void
}

export type CaptchaWidget = {
  reset: () => void
  /** A second token, fetched on submit, and the name of its form field. */
  scoreField?: { name: string; fetchScore: () => Promise<string> }
}

/** Renders a widget into the container. Rejects if the provider cannot be reached. */
export type MountCaptcha = (container: HTMLElement, events: CaptchaEvents) => Promise<CaptchaWidget>

/** Form fields that the providers add. The form deletes them and sends its own captcha field. */
export const PROVIDER_FIELDS = ['h-captcha-response', 'cf-turnstile-response']

export type WidgetOptions = { theme: 'light' | 'dark'; size: 'normal' | 'compact' }

/** The captcha configuration of the content. */
type CaptchaConfig =
  | { provider: 'altcha'; theme: WidgetOptions['theme'] }
  | ({ provider: 'recaptcha'; siteKey: string; scoreKey?: string | undefined } & WidgetOptions)
  | ({ provider: 'hcaptcha'; siteKey: string } & WidgetOptions)
  | ({ provider: 'turnstile'; siteKey: string } & WidgetOptions)

export type AltchaSettings = {
  challenge: string
  strings: { label: string; checking: string; done: string; expired: string; failed: string }
}

/** Each provider is a separate chunk, so visitors load only the configured one. */
export async function loadCaptcha(
  config: CaptchaConfig,
  altcha: AltchaSettings,
): Promise<MountCaptcha> {
  switch (config.provider) {
    case 'altcha':
      return (await importWithRetry(() => import('./altcha.ts'))).mountAltcha({
        ...altcha,
        theme: config.theme,
      })
    case 'recaptcha':
      return (await importWithRetry(() => import('./recaptcha.ts'))).mountRecaptcha(config)
    case 'hcaptcha':
      return (await importWithRetry(() => import('./hcaptcha.ts'))).mountHcaptcha(config)
    case 'turnstile':
      return (await importWithRetry(() => import('./turnstile.ts'))).mountTurnstile(config)
  }
}
