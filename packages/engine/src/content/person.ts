import { z } from 'zod'
import { type AssetFields, line, webAddress } from './fields.ts'

const location = z
  .strictObject({
    city: line('The city.').optional(),
    region: line('The region or state.').optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'a two-letter country code such as PL' })
      .describe('The country code, such as PL.')
      .optional(),
  })
  .describe('Your location, without a street address.')

const profile = ({ icon }: AssetFields) =>
  z
    .strictObject({
      name: line('The network, such as GitHub; the accessible name of the icon.'),
      icon: icon('The brand icon: a name from simpleicons.org or lucide.dev.'),
      url: webAddress('The URL of your profile.'),
      username: line('Your username on the network, for the JSON Resume.').optional(),
    })
    .describe('A link to a profile, shown as an icon in the header.')

export const person = (fields: AssetFields) =>
  z
    .strictObject({
      name: line('Your name; {name} in other texts is replaced with it.'),
      headline: line('Your headline, such as Full-Stack Web Developer.').optional(),
      email: z
        .email()
        .describe(
          'Your email address in the resume PDF and the contact card; not shown on the page.',
        )
        .optional(),
      phone: z
        .string()
        .regex(/^\+?[\d ()./-]{5,30}$/, { error: 'a quoted number such as "+48 22 123 45 67"' })
        .describe('Your telephone number in the resume PDF and the contact card, which are public.')
        .optional(),
      location: location.optional(),
      profiles: z
        .array(profile(fields))
        .max(4)
        .describe('Icon links in the header, opening in a new tab.'),
    })
    .describe('Who the portfolio is about.')
