import { z } from 'zod'
import { icon, line, webAddress } from './fields.ts'

const profile = z
  .strictObject({
    name: line('The name of the network, such as GitHub; read aloud for the icon.'),
    icon: icon('The brand icon: a name from simpleicons.org or lucide.dev.'),
    url: webAddress('The address of your profile.'),
    username: line('Your name on the network; for programs that read the resume.').optional(),
  })
  .describe('A link to one of your profiles, shown as an icon in the header.')

const location = z
  .strictObject({
    city: line('The city.').optional(),
    region: line('The region or state.').optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'the two letters of a country, such as PL' })
      .describe('The country, as its two letters, such as PL.')
      .optional(),
  })
  .describe("Where you live, roughly: a street is nobody's business.")

export const person = z
  .strictObject({
    name: line('Your name; {name} in other texts stands for it.'),
    headline: line('What you are, such as Full-Stack Web Developer.').optional(),
    email: z
      .email()
      .describe('Your mail address in the resume and the contact card; not on the page itself.')
      .optional(),
    phone: z
      .string()
      .regex(/^\+?[\d ()./-]{5,30}$/, { error: 'a number such as "+48 22 123 45 67", in quotes' })
      .describe('Your telephone in the resume and the contact card, which anyone can fetch.')
      .optional(),
    location: location.optional(),
    profiles: z.array(profile).max(4).describe('Icon links in the header, opening in a new tab.'),
  })
  .describe('Who the portfolio is about.')
