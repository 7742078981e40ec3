import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSite } from './make-site.ts'

const ROOT = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: join(ROOT, 'content') },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
})

await makeSite(values)
