import { MAX_NAME_LENGTH } from 'reward-codes-gateway/protocol'
import { z } from 'zod'
import { atMost, icon, image, line, profileAddress, properName } from './fields.ts'

const COUNTRY = /^[A-Z]{2}$/

const location = z
  .strictObject({
    city: properName('The city.').optional(),
    region: properName('The region or state.').optional(),
    country: z
      .string()
      .regex(COUNTRY, { error: 'a two-letter country code such as PL' })
      .describe('The country code, such as PL.')
      .optional(),
  })
  .describe('Your location, without a street address.')

export const telephone = (help: string) =>
  z
    .string()
    .regex(/^\+?[\d ()./-]{5,30}$/, { error: 'a quoted number such as "+48 22 123 45 67"' })
    .describe(help)

/** Whether `Intl` formats times in this time zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const profile = z
  .strictObject({
    name: properName('The network, such as GitHub; the accessible name of the icon.'),
    icon: icon('The brand icon: a name from simpleicons.org or lucide.dev.'),
    url: profileAddress(
      'The URL of your profile, or mailto: with an email address, or tel: with a telephone number.',
    ),
    username: properName('Your username on the network, for the JSON Resume.').optional(),
  })
  .describe('A link to a profile, a mail address or a telephone number, shown as an icon.')

export const person = z
  .strictObject({
    portrait: image(
      'A portrait of you, shown on the first screen: a file or an https:// URL.',
      'portrait',
    ).optional(),
    // The header, the title and the PDF have it in one line.
    name: properName('Your name; {name} in other texts is replaced with it.').max(MAX_NAME_LENGTH),
    familyName: properName(
      'The part of your name by which address books sort, by default the last word before a comma.',
    ).optional(),
    headline: line('Your headline, such as Full-Stack Web Developer.').optional(),
    email: z
      .email()
      .describe('Your email address in the resume PDF and the contact card; not shown on the page.')
      .optional(),
    phone: telephone(
      'Your telephone number with its country code, in the resume PDF and the contact card, which are public. A private one stands in content/private.yaml.',
    ).optional(),
    location: location.optional(),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: 'a time zone such as Europe/Warsaw' })
      .describe(
        'Your time zone, such as Europe/Warsaw, by default that of your city or country; the footer shows your local time.',
      )
      .optional(),
    // More would leave no room for the menu.
    profiles: atMost(4, z.array(profile))
      .describe('Icon links in the header; web pages open in a new tab.')
      .default([]),
  })
  .describe('Who the portfolio is about.')
