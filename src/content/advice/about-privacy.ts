import type { PortfolioFile } from '../schema.ts'
import type { Remark } from './remark.ts'
import { type Text, textsOf } from './texts.ts'

/** With a country before it, or long enough in digits and gaps; dates and years are neither. */
const PHONE =
  /(?<![\w/.,-])(\+\d[\d ()./-]{7,}\d|\(?0\d[\d ()./-]{6,}\d|\d{3}[ -]\d{3}[ -]\d{3,4})(?![\w-])/

const STREETS = [
  /(?<!\p{L})(ul|al|os|pl)\. ?\p{Lu}[\p{L}. ]*\d+/u,
  /\b\d+[a-z]?,? (\p{Lu}[\p{L}.']* ){1,3}(Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Square)\b/u,
  /\p{Lu}[\p{L}-]*(straße|strasse|str\.|weg|gasse|platz|allee) ?\d+/u,
  /(?<!\p{L})(rue|avenue|via|viale|calle|avenida) (\p{L}+ ){1,4}\d+/iu,
]

/** Addresses, files and codes are read by programs, and hold digits of their own. */
const NO_PROSE = /^(https?:|images\/|files\/|\/|#)/

/** A telephone number or a street where every stranger and every program can read it. */
export function remarksOnPrivacy(content: PortfolioFile): Remark[] {
  const { words: _, person, contact, ...others } = content
  const { form: __, ...form } = contact ?? { form: undefined }
  const shown = textsOf({ ...others, person: { ...person, phone: '' }, contact: form })
  return [
    ...(person.phone ? [phoneInFiles(person.phone)] : []),
    ...shown.filter(({ text }) => !NO_PROSE.test(text)).flatMap(remarksOnText),
  ]
}

function phoneInFiles(phone: string): Remark {
  return {
    path: ['person', 'phone'],
    found: `"${phone}"`,
    meaning:
      'The resume file and the contact card show it to anyone, programs that collect numbers included.',
    action: 'Keep it only if strangers may call you.',
  }
}

function remarksOnText({ path, text }: Text): Remark[] {
  const phone = PHONE.exec(text)?.[0]
  const street = STREETS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
  const remarks: Remark[] = []
  if (phone) {
    remarks.push({
      path,
      found: `"${phone}"`,
      meaning:
        'A telephone number on a public page is collected by programs and called by strangers.',
      action: 'Take it out; who needs it can ask for it.',
    })
  }
  if (street) {
    remarks.push({
      path,
      found: `"${street}"`,
      meaning: 'A street on a public page tells every stranger where you are.',
      action: 'Name the city or the country instead.',
    })
  }
  return remarks
}
