// The module `reward-codes/schema`: what the schema of an owner's section is made of.
import type { z } from 'zod'

export { z } from 'zod'
export {
  line,
  link,
  paragraph,
  picture,
  richLine,
  webAddress,
} from './content/schema/fields.ts'

/** The props of a section of the owner whose fields have this schema. */
export type SectionProps<Schema extends z.ZodType = z.ZodType> = {
  id: string
  heading: string
  /** The fields of its schema, as in the content. */
  content: z.output<Schema>
}
