import { z } from 'zod'
import { atMost, line, paragraphs, readers, titled } from './fields.ts'
import type { Strings } from './strings.ts'

const figure = z
  .strictObject({
    // More would be wider than its column.
    number: z.string().min(1).max(8).describe('A short figure, in quotes, such as "50+".'),
    description: line('What the figure counts.'),
  })
  .describe('A highlight figure.')

export const about = (texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.about),
      bio: paragraphs('Your bio: a text, or a list with one entry per paragraph.', 1, readers),
      // More would not fit in a row.
      figures: atMost(6, z.array(figure))
        .describe('Highlight figures, shown in a row.')
        .default([]),
    })
    .describe('The about section.')
