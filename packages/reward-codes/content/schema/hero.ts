import { z } from 'zod'
import { entryText, line, link } from './fields.ts'
import type { Strings } from './strings.ts'

export const hero = (texts: Strings['content']) =>
  z
    .strictObject({
      greeting: line('The greeting above the claim or the typed phrases.').default(texts.greeting),
      claim: line(
        'One sentence in the large size: what you do, and for whom. Without a claim and phrases, your name.',
      ).optional(),
      phrases: z
        .array(line('A phrase; {name} is replaced with your name.'))
        .describe('Phrases that a typewriter animation types instead of the claim, in order.')
        .default([]),
      place: line('Where you work, by default your location.').optional(),
      availability: entryText(line('Your availability for work.'), {
        until: z
          .string()
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'a month such as 2027-03' })
          .describe('The last month in which it is right: a build says so after it.')
          .optional(),
      }).optional(),
      lead: line('Whom you work for, and what they get, in one sentence.').optional(),
      button: line(
        'The label of the button that links to the contact section; without a form, by default that of the section.',
      ).optional(),
      booking: z
        .strictObject({
          label: line('The label of the button, such as Book a call.'),
          url: link('Your booking page: a full URL, which opens in a new tab, or a page of yours.'),
        })
        .describe('A second button, which links to your booking page.')
        .optional(),
    })
    .describe('The hero section at the top of the page.')
    .prefault({})
