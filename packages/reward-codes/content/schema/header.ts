import { z } from 'zod'
import { atMost, image, line, link, properName } from './fields.ts'

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

const menuLink = z
  .strictObject({
    label: line('The text of the link.'),
    href: link('A page of yours such as /blog/, or a full URL.'),
  })
  .describe('A link of the menu.')

export const menu = atMost(6, z.array(menuLink))
  .describe('Links of the menu after those of the sections: to pages of yours, or to other sites.')
  .default([])
