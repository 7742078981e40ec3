import type { PortfolioFile } from '../schema.ts'
import type { Remark } from './remark.ts'

/** The keys that the providers publish for tests; whoever has them passes. */
const TEST_KEYS = [
  /^6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI$/,
  /^[1-3]0000000-ffff-ffff-ffff-00000000000[1-3]$/,
  /^[1-3]x0{20}(AA|AB|BB|FF)$/,
]

export function remarksOnForm({ contact }: PortfolioFile): Remark[] {
  const captcha = contact?.form.captcha ?? {}
  return (['siteKey', 'scoreKey'] as const).flatMap((name) => {
    const key: unknown = name in captcha ? Reflect.get(captcha, name) : undefined
    if (typeof key !== 'string' || !TEST_KEYS.some((known) => known.test(key))) return []
    return [
      {
        path: ['contact', 'form', 'captcha', name],
        found: `"${key}"`,
        meaning: "With the provider's test key every program passes.",
        action: 'Take the site key of your own account there.',
      },
    ]
  })
}
