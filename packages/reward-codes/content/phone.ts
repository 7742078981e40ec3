/** The calling codes of countries, as the ITU assigns them (E.164). */
const CODES: Record<string, number> = {
  ...{
    AT: 43,
    BE: 32,
    BG: 359,
    CH: 41,
    CY: 357,
    CZ: 420,
    DE: 49,
    DK: 45,
    EE: 372,
    ES: 34,
    FI: 358,
  },
  ...{
    FR: 33,
    GB: 44,
    GR: 30,
    HR: 385,
    HU: 36,
    IE: 353,
    IS: 354,
    IT: 39,
    LI: 423,
    LT: 370,
    LU: 352,
  },
  ...{
    LV: 371,
    MT: 356,
    NL: 31,
    NO: 47,
    PL: 48,
    PT: 351,
    RO: 40,
    RS: 381,
    SE: 46,
    SI: 386,
    SK: 421,
  },
  ...{
    UA: 380,
    AE: 971,
    AR: 54,
    AU: 61,
    BR: 55,
    CA: 1,
    CL: 56,
    CN: 86,
    CO: 57,
    EG: 20,
    IL: 972,
    IN: 91,
  },
  ...{ JP: 81, KR: 82, MA: 212, MX: 52, NZ: 64, SA: 966, TR: 90, US: 1, ZA: 27 },
}

/** Countries whose numbers start with a zero abroad as well. */
const WITH_ZERO = ['IT']

/** A national number in its international form: 0341 1234567 in Germany is +49 341 1234567. */
export function withCallingCode(phone: string, country: string | undefined): string {
  const code = CODES[country ?? '']
  if (phone.startsWith('+') || !code) return phone
  const abroad = phone.replace(/^00/, '+')
  if (abroad.startsWith('+')) return abroad
  const national = WITH_ZERO.includes(country ?? '')
    ? phone
    : phone.replace(/^\(?0\)?/, (zero) => zero.replace('0', ''))
  return `+${code} ${national}`
}
