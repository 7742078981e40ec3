import { join } from 'node:path'
import { fromCaller } from 'reward-codes-gateway/cli/owner-folder'
import { FORM_NEEDS_GATEWAY, hasOwnGateway } from 'reward-codes-gateway/own-site'
import { CommandLine, optionsOrExit } from 'reward-codes-gateway/terminal/command-line'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { OWNER_FOLDER } from '../folders.ts'
import { contentFolder } from './content-folder.ts'
import { makeSite } from './make-site.ts'
import { ALLOW_SAMPLE } from './sample.ts'

const values = await optionsOrExit<{ content?: string; out?: string; allowSample?: boolean }>(
  CommandLine.forScreen('npm run build --', terminalScreen())
    .description('Build the site into dist/')
    .option('--content <FOLDER>', 'Use another content folder.')
    .option('--out <FOLDER>', 'Write to another folder.')
    .option(`--${ALLOW_SAMPLE}`, 'Build a public site that still has sample content.'),
)

const { site } = await makeSite({
  content: contentFolder(values.content),
  out: values.out === undefined ? join(OWNER_FOLDER, 'dist') : fromCaller(values.out),
  isSampleAllowed: values.allowSample ?? false,
})
if (hasOwnGateway(site)) console.log(FORM_NEEDS_GATEWAY)
