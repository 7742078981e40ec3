import { portfolioSchema } from './schema.ts'

/** The content's schema for editors, as the text of content/portfolio.schema.json. */
export function contentSchemaText(): string {
  const schema = portfolioSchema.toJSONSchema({ io: 'input' })
  return `${JSON.stringify({ ...schema, title: 'Portfolio' }, null, 2)}\n`
}
