import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSite } from './make-site.ts'
import { FORM_NEEDS_GATEWAY, hasOwnGateway } from './page-account.ts'
import { ALLOW_SAMPLE } from './sample.ts'

const ROOT = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: join(ROOT, 'content') },
    out: { type: 'string', default: join(ROOT, 'dist') },
    [ALLOW_SAMPLE]: { type: 'boolean', default: false },
  },
})

const portfolio = await makeSite({ ...values, isSampleAllowed: values[ALLOW_SAMPLE] })
if (hasOwnGateway(portfolio)) console.log(FORM_NEEDS_GATEWAY)
