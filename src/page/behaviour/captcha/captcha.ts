import { importAgain } from '../import-again.ts'

/** What a provider tells while its widget stands on the page. */
export type CaptchaEvents = {
  /** The challenge is solved; an empty token takes an earlier one back. */
  onToken: (token: string) => void
  onExpire: () => void
  onFail: () => void
}

export type CaptchaWidget = {
  reset: () => void
  /** A token of another kind, fetched when sending, and the field in which it travels. */
  scoreField?: { name: string; fetchScore: () => Promise<string> }
}

/** Puts a widget into the box; rejects if the provider cannot be reached. */
export type MountCaptcha = (box: HTMLElement, events: CaptchaEvents) => Promise<CaptchaWidget>

/** The fields that providers add to a form by themselves; only the page's own one is sent. */
export const PROVIDER_FIELDS = ['h-captcha-response', 'cf-turnstile-response']

export type WidgetLook = { theme: 'light' | 'dark'; size: 'normal' | 'compact' }

/** The choice of the content, with what the built-in provider needs. */
export type CaptchaChoice =
  | { provider: 'altcha'; theme: WidgetLook['theme'] }
  | ({ provider: 'recaptcha'; siteKey: string; scoreKey?: string | undefined } & WidgetLook)
  | ({ provider: 'hcaptcha'; siteKey: string } & WidgetLook)
  | ({ provider: 'turnstile'; siteKey: string } & WidgetLook)

export type AltchaSettings = {
  challenge: string
  words: { label: string; checking: string; done: string; expired: string; failed: string }
}

/** Each provider is a script of its own, so visitors fetch the chosen one only. */
export async function chooseCaptcha(
  choice: CaptchaChoice,
  altcha: AltchaSettings,
): Promise<MountCaptcha> {
  switch (choice.provider) {
    case 'altcha':
      return (await importAgain(() => import('./altcha.ts'))).mountAltcha({
        ...altcha,
        theme: choice.theme,
      })
    case 'recaptcha':
      return (await importAgain(() => import('./recaptcha.ts'))).mountRecaptcha(choice)
    case 'hcaptcha':
      return (await importAgain(() => import('./hcaptcha.ts'))).mountHcaptcha(choice)
    case 'turnstile':
      return (await importAgain(() => import('./turnstile.ts'))).mountTurnstile(choice)
  }
}
