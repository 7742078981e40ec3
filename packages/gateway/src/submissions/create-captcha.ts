import { altcha } from './altcha.ts'
import { type Captcha, noCaptcha } from './captcha.ts'
import { isPublicTestSecret, type Provider, siteverify, VERIFY_ADDRESSES } from './siteverify.ts'

export type CaptchaProvider = Provider | 'altcha' | 'none'

type CaptchaConfig = {
  provider: CaptchaProvider
  publicKey: string
  /** The provider's secret. */
  secret: string | undefined
  /** The secret of a reCAPTCHA v3 key, if the page also requests a score. */
  scoreSecret: string | undefined
  /** The verification endpoint, if not the provider's default. */
  verifyUrl: string | undefined
  gatewaySecret: string
  isProduction: boolean
}

/** Creates the captcha of an account. Throws if a secret is publicly known. */
export function createCaptcha(config: CaptchaConfig): Captcha {
  const { provider, publicKey, secret = '', scoreSecret, gatewaySecret, isProduction } = config
  if (provider === 'none') return noCaptcha
  if (provider === 'altcha') return altcha(publicKey, gatewaySecret)
  if (isProduction && [secret, scoreSecret ?? ''].some(isPublicTestSecret)) {
    throw new Error(
      `The secret of ${provider} is its public test secret, with which every captcha passes. ` +
        'Only npm run dev accepts it.',
    )
  }
  const address = config.verifyUrl ?? VERIFY_ADDRESSES[provider]
  return siteverify({ provider, secret, scoreSecret, address })
}
