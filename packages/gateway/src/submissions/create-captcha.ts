import { altcha } from './altcha.ts'
import { type Captcha, noCaptcha } from './captcha.ts'
import { isPublicTestSecret, type Provider, siteverify, VERIFY_ADDRESSES } from './siteverify.ts'

export type CaptchaProvider = Provider | 'altcha' | 'none'

type CaptchaConfig = {
  provider: CaptchaProvider
  publicKey: string
  /** The provider's secret. */
  secret: string | undefined
  /** The name of the setting with that secret. */
  secretName: string
  /** The verification endpoint, if not the provider's default. */
  verifyAddress?: string | undefined
  /** Set if the page also requests a reCAPTCHA v3 score, with its secret. */
  score?: { secret: string | undefined }
  gatewaySecret: string
  isProduction: boolean
}

/** Creates the captcha of an account. Throws if a secret is missing or publicly known. */
export function createCaptcha(config: CaptchaConfig): Captcha {
  const { provider, publicKey, secret, secretName, score, gatewaySecret, isProduction } = config
  if (provider === 'none') return noCaptcha
  if (provider === 'altcha') return altcha(publicKey, gatewaySecret)
  if (!secret) {
    throw new Error(`${secretName}: required because the account "${publicKey}" uses ${provider}.`)
  }
  if (score && !score.secret) {
    throw new Error('RECAPTCHA_SCORE_SECRET: required because the page has a scoreKey.')
  }
  if (isProduction && [secret, score?.secret].some((value) => value && isPublicTestSecret(value))) {
    throw new Error(
      `The secret of ${provider} is its public test secret, with which every captcha passes. ` +
        'Only npm run dev accepts it.',
    )
  }
  const address = config.verifyAddress ?? VERIFY_ADDRESSES[provider]
  return siteverify({ provider, secret, scoreSecret: score?.secret, address })
}
