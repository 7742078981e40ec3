import { z } from 'zod'
import { inOneLine, languageCode, line, plainParagraph, siteAddress } from './fields.ts'
import { LOOKS } from './looks.ts'

export const site = z
  .strictObject({
    language: languageCode,
    title: line(
      'The title in the browser tab and in search results, by default your name and headline; about 60 characters are shown.',
    ).optional(),
    description: plainParagraph(
      'The description in search results and link previews, one or two sentences; by default your name, headline and place.',
    )
      .overwrite(inOneLine)
      .optional(),
    url: siteAddress.optional(),
    look: z
      .enum(LOOKS)
      .describe(
        'The look of the page: index (a grotesque, ruled like a timetable), editorial (a serif and larger ' +
          'pictures) or terminal (a monospaced font, dark until the visitor chooses).',
      )
      .default('index'),
    hue: z
      .number()
      .min(0)
      .max(360)
      .describe('The hue of all colours, 0 to 360, such as 20 (red), 165 (green) or 265 (blue).')
      .default(165),
  })
  .describe('Metadata for browsers and search engines.')
