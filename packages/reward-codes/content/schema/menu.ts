import { z } from 'zod'
import { atMost, line, link } from './fields.ts'

const menuLink = z
  .strictObject({
    label: line('The text of the link.'),
    href: link('A page of yours such as /blog/, or a full URL.'),
  })
  .describe('A link of the menu.')

export const menu = atMost(6, z.array(menuLink))
  .describe('Links of the menu after those of the sections: to pages of yours, or to other sites.')
  .default([])
