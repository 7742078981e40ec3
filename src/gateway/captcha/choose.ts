import type { Configuration } from '../configuration.ts'
import { altcha } from './altcha.ts'
import { type Captcha, noCaptcha } from './captcha.ts'
import { isPublicTestSecret, type Provider, siteverify, VERIFY_ADDRESSES } from './siteverify.ts'

export type CaptchaProvider = Provider | 'altcha' | 'none'

export type CaptchaChoice = {
  provider: CaptchaProvider
  publicKey: string
  /** The secret of the provider. */
  secret: string | undefined
  /** The page asks reCAPTCHA v3 for a score too, under this secret. */
  score?: { secret: string | undefined }
  gatewaySecret: string
  configuration: Configuration
  isProduction: boolean
}

/** The captcha of an account; throws where a secret is missing or no secret at all. */
export function chooseCaptcha(choice: CaptchaChoice): Captcha {
  const { provider, publicKey, secret, score, gatewaySecret, configuration, isProduction } = choice
  if (provider === 'none') return noCaptcha
  if (provider === 'altcha') return altcha(publicKey, gatewaySecret)
  if (!secret) {
    const name = `${provider.toUpperCase()}_SECRET`
    throw new Error(`${name}: needed, because the account "${publicKey}" uses ${provider}.`)
  }
  if (score && !score.secret) {
    throw new Error('RECAPTCHA_SCORE_SECRET: needed, because the page has a scoreKey.')
  }
  if (isProduction && [secret, score?.secret].some((value) => value && isPublicTestSecret(value))) {
    throw new Error(
      `The secret of ${provider} is the public one for trying things out: it lets everyone pass.`,
    )
  }
  const address = configuration.CAPTCHA_VERIFY_URL ?? VERIFY_ADDRESSES[provider]
  return siteverify({ provider, secret, scoreSecret: score?.secret, address })
}
