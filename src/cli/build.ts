import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSite } from './make-site.ts'
import { FORM_NEEDS_GATEWAY, hasOwnGateway } from './page-account.ts'

const ROOT = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: join(ROOT, 'content') },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
})

const portfolio = await makeSite(values)
if (hasOwnGateway(portfolio)) console.log(FORM_NEEDS_GATEWAY)
