import type { PortfolioFile } from '../schema.ts'
import type { Remark } from './remark.ts'
import { type Text, textsOf } from './texts.ts'

/** With a country or a nought before it; dates and years are neither. */
const PHONE = /(?<![\w/.,-])(\+\d[\d ()./-]{7,}\d|\(?0\d[\d ()./-]{6,}\d)(?![\w-])/

/** Three digits and three and three, as numbers within a country are; round figures end in 000. */
const SHORT_PHONE =
  /(?<![\w/.,-]|\d )\d{3}(?:-\d{3}-\d{3,4}| \d{3} (?!000(?!\d))\d{3,4})(?![\w-]| \d)/

/** Small words inside the names of streets, and names in capitals. */
const ROMANCE = String.raw`(?:(?:de|du|des|del|della|delle|dei|di|la|le|les|los|las)\s|(?:\p{L}')?\p{Lu}[\p{Ll}'-]+\s)+`

// "via" and "et al." are English as well, and "pl." shortens other words: these need more signs.
const STREETS = [
  /(?<!\p{L}|\bet )([Uu]l|[Aa]l|[Oo]s)\. ?\p{Lu}[\p{L}. ]*\d+/u,
  /(?<!\p{L})pl\. ?\p{Lu}(\p{L}|\. ?| )*(ów|ego|ej|[iya]|II) \d+/u,
  /\b\d+[a-z]?,? (\p{Lu}[\p{L}.']* ){1,3}(Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Square)\b/u,
  /\p{Lu}[\p{L}-]*(straße|strasse|str\.|weg|gasse|platz|allee) ?\d+/u,
  new RegExp(
    String.raw`(?<!\p{L})([Rr]ue|[Aa]venue|[Vv]iale|[Cc]alle|[Aa]venida) ${ROMANCE}\d+`,
    'u',
  ),
  new RegExp(String.raw`(?<!\p{L})[Vv]ia ${ROMANCE}\d{1,3}(?=\s*(,|$))`, 'u'),
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
  const phone = (PHONE.exec(text) ?? SHORT_PHONE.exec(text))?.[0]
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
