import { z } from 'zod'
import { image, properName } from './fields.ts'

export const brand = z
  .strictObject({
    text: properName('The brand text, by default your name.').default('{name}'),
    image: image(
      'The logo beside the brand text; by default its first letter in the colours of the page.',
      'logo',
    ).optional(),
  })
  .describe('The brand in the header.')
  .prefault({})
