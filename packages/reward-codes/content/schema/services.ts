import { z } from 'zod'
import { type AssetFields, line, paragraph, titled } from './fields.ts'
import type { Strings } from './strings.ts'

const service = ({ icon }: AssetFields) =>
  z
    .strictObject({
      title: line('The name of the service.'),
      description: paragraph('What a client gets, in one or two sentences.').optional(),
      icon: icon('The icon: a name from lucide.dev.').prefault('circle-check'),
    })
    .describe('A service card.')

export const services = (fields: AssetFields, texts: Strings['content']) =>
  z
    .strictObject({
      ...titled(texts.services),
      cards: z.array(service(fields)).describe('The services, in order.'),
    })
    .describe('The services section.')
