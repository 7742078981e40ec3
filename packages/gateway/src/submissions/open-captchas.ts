import type { Account } from '../accounts.ts'
import { altcha } from './altcha.ts'
import type { Captcha } from './captcha.ts'
import { siteverify } from './siteverify.ts'

/** The captchas of the accounts that have one. */
export function openCaptchas(accounts: Map<string, Account>, secret: string): Map<string, Captcha> {
  const captchas = new Map<string, Captcha>()
  for (const [key, { captcha }] of accounts) {
    if ('secret' in captcha) captchas.set(key, siteverify(captcha))
    else if (captcha.provider === 'altcha') captchas.set(key, altcha(key, secret))
  }
  return captchas
}
