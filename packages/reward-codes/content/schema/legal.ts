import type { StatedSettings } from 'reward-codes-gateway/protocol'
import { z } from 'zod'
import { line, lines, paragraphs, properName } from './fields.ts'

const text = (help: string) => paragraphs(help).prefault([])

const imprint = z
  .strictObject({
    name: properName('Your name, or that of your company.'),
    address: lines('Your postal address: a text or a list with one entry per line.'),
    email: z.email().describe('An email address, which this page shows.').optional(),
    phone: properName('A telephone number, which this page shows.').optional(),
    vatId: properName('Your VAT ID, such as DE123456789.').optional(),
    responsible: line(
      'Who is responsible for the content, with an address; in Germany, if you publish articles (§ 18 MStV).',
    ).optional(),
    text: text('Further paragraphs, such as your register and supervisory authority.'),
  })
  .describe('Your imprint, a separate page, linked in the footer. Let a lawyer read it.')

const privacy = z
  .strictObject({
    generated: z
      .boolean()
      .describe(
        'Whether the notice says what the settings of this site do. false leaves your text.',
      )
      .default(true),
    host: properName('The company that hosts your site, such as Hetzner Online GmbH.').optional(),
    retentionDays: z
      .int()
      .min(1)
      .max(3650)
      .describe(
        'After how many days your gateway deletes messages, if the build does not read its RETENTION_DAYS.',
      )
      .optional(),
    text: text('Your own paragraphs, after the generated ones.'),
  })
  .refine(({ generated, text }) => generated || text.length > 0, {
    path: ['text'],
    error: 'at least one paragraph, because nothing is generated',
  })
  .describe(
    'Your privacy notice, a separate page, linked in the footer and at the form. Let a lawyer read it.',
  )

export const legal = z
  .strictObject({ imprint: imprint.optional(), privacy: privacy.optional() })
  .describe('The imprint and the privacy notice.')

type Privacy = z.output<typeof privacy>

/** What the notice states: what the build knows, or else what the owner says. Undefined without a notice. */
export function statedSettings(
  privacy: Privacy | undefined,
  known: StatedSettings,
): StatedSettings | undefined {
  if (!privacy?.generated) return undefined
  return { ...known, retentionDays: known.retentionDays ?? privacy.retentionDays }
}
