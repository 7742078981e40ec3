import { altcha } from './altcha.ts'
import { type Captcha, noCaptcha } from './captcha.ts'
import { isPublicTestSecret, type Provider, siteverify, VERIFY_ADDRESSES } from './siteverify.ts'

export type CaptchaProvider = Provider | 'altcha' | 'none'

export type CaptchaChoice = {
  provider: CaptchaProvider
  publicKey: string
  /** The secret of the provider. */
  secret: string | undefined
  /** Where the owner writes that secret. */
  secretName: string
  /** Where to ask, if not at the usual address. */
  verifyAddress?: string | undefined
  /** The page asks reCAPTCHA v3 for a score too, under this secret. */
  score?: { secret: string | undefined }
  gatewaySecret: string
  isProduction: boolean
}

/** The captcha of an account; throws where a secret is missing or no secret at all. */
export function chooseCaptcha(choice: CaptchaChoice): Captcha {
  const { provider, publicKey, secret, secretName, score, gatewaySecret, isProduction } = choice
  if (provider === 'none') return noCaptcha
  if (provider === 'altcha') return altcha(publicKey, gatewaySecret)
  if (!secret) {
    throw new Error(`${secretName}: needed, because the account "${publicKey}" uses ${provider}.`)
  }
  if (score && !score.secret) {
    throw new Error('RECAPTCHA_SCORE_SECRET: needed, because the page has a scoreKey.')
  }
  if (isProduction && [secret, score?.secret].some((value) => value && isPublicTestSecret(value))) {
    throw new Error(
      `The secret of ${provider} is the public one for trying things out, and it lets everyone ` +
        'pass. Only npm run dev takes it.',
    )
  }
  const address = choice.verifyAddress ?? VERIFY_ADDRESSES[provider]
  return siteverify({ provider, secret, scoreSecret: score?.secret, address })
}
