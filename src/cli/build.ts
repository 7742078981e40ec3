import { join } from 'node:path'
import { contentFolder, fromCaller, ROOT } from './content-folder.ts'
import { makeSite } from './make-site.ts'
import { FORM_NEEDS_GATEWAY, hasOwnGateway } from './page-account.ts'
import { ALLOW_SAMPLE } from './sample.ts'
import { optionsOrExit } from './terminal/options-or-exit.ts'

const values = optionsOrExit(
  {
    content: { type: 'string' },
    out: { type: 'string' },
    [ALLOW_SAMPLE]: { type: 'boolean', default: false },
  },
  `npm run build -- [--content FOLDER] [--out FOLDER] [--${ALLOW_SAMPLE}]`,
)

const portfolio = await makeSite({
  content: contentFolder(values.content),
  out: values.out === undefined ? join(ROOT, 'dist') : fromCaller(values.out),
  isSampleAllowed: values[ALLOW_SAMPLE],
})
if (hasOwnGateway(portfolio)) console.log(FORM_NEEDS_GATEWAY)
