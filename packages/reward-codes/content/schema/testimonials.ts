import { z } from 'zod'
import { image, line, link, paragraph, titled } from './fields.ts'

const testimonial = z
  .strictObject({
    quote: paragraph('What the person says, without quotation marks.'),
    by: line('The name of the person, or who it is, such as Harbour master.'),
    role: line('Their role, such as Harbour master, Gdynia.').optional(),
    link: link('A page of the person, or where the text was published.').optional(),
    image: image('A portrait of the person: a file or an https:// URL.', 'avatar').optional(),
  })
  .describe('What a client or a colleague says about you. Ask them before you publish it.')

export const testimonials = (title: string) =>
  z
    .strictObject({
      ...titled(title),
      entries: z.array(testimonial).describe('The testimonials, in order.'),
    })
    .describe('The testimonials section.')
