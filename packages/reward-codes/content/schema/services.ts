import { z } from 'zod'
import { icon, line, paragraph, titled } from './fields.ts'
import type { Strings } from './strings.ts'

const service = z
  .strictObject({
    title: line('The name of the service.'),
    description: paragraph('What a client gets, in one or two sentences.').optional(),
    icon: icon('The icon: a name from lucide.dev.').prefault('circle-check'),
  })
  .describe('A service card.')

export const services = (texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.services),
      cards: z.array(service).describe('The services, in order.'),
    })
    .describe('The services section.')
