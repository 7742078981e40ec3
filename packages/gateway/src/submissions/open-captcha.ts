import type { Account } from '../account.ts'
import type { Configuration } from '../configuration.ts'
import { altcha } from './altcha.ts'
import type { Captcha } from './captcha.ts'
import { isPublicTestSecret, siteverify } from './siteverify.ts'

type Parts = {
  configuration: Configuration
  /** The one that all gateways on a database share. */
  secret: string
  /** Whether a secret that everybody knows is an error. */
  isProduction: boolean
}

/** Opens the captcha of the form. Throws if its provider's secret is missing, or known to everybody. */
export function openCaptcha(
  { captcha: provider, wantsScore, publicKey }: Account,
  { configuration, secret, isProduction }: Parts,
): Captcha | undefined {
  if (provider === 'none') return undefined
  if (provider === 'altcha') return altcha(publicKey, secret)
  const secretIn = (
    name: `${'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE'}_SECRET` | 'RECAPTCHA_SCORE_SECRET',
  ) => {
    const value = configuration[name]
    if (!value) throw new Error(`${name}: required because the form has this captcha.`)
    if (!isProduction || !isPublicTestSecret(value)) return value
    throw new Error(
      `The secret of ${provider} is its public test secret, with which every captcha passes. ` +
        'Only the development server accepts it.',
    )
  }
  return siteverify({
    provider,
    secret: secretIn(`${provider.toUpperCase() as Uppercase<typeof provider>}_SECRET`),
    scoreSecret: wantsScore ? secretIn('RECAPTCHA_SCORE_SECRET') : undefined,
    verifyUrl: configuration.CAPTCHA_VERIFY_URL,
  })
}
