import { parseArgs } from 'node:util'
import { textOf } from '../gateway/error-text.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { linesOf, summaryOf } from './doctor/tell.ts'
import { withoutSecrets } from './doctor/without-secrets.ts'
import { harmlessJson, harmlessLine } from './terminal/harmless.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

const HELP = `Looks at everything that a delivered message depends on: configuration, content, database,
queue, DNS and mail server. Each line begins with ok, warning or failed.

  npm run doctor                    look, and change nothing
  npm run doctor -- --send-test     send a test mail to MAIL_TO as well
  npm run doctor -- --json          { findings: [{ check, status, found, advice }], failed, warnings }

Exit codes: 0 nothing failed, 1 something failed, 2 wrongly used.`

endQuietlyWithReader()
const options = readOptions()
if (options.help) console.log(HELP)
else process.exitCode = await tell(options)

function readOptions() {
  try {
    const known = {
      'send-test': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    return parseArgs({ options: known }).values
  } catch (error) {
    const [sentence] = harmlessLine(textOf(error)).split('. ')
    console.error(`${sentence}. See: npm run doctor -- --help`)
    process.exit(2)
  }
}

async function tell({ json, 'send-test': isTestMailWanted = false }: typeof options) {
  const { columns } = terminalScreen()
  const findings: Finding[] = []
  for await (const raw of examine({ isTestMailWanted, now: Date.now() })) {
    const finding = blotted(raw)
    findings.push(finding)
    if (!json) for (const line of linesOf(finding, columns)) console.log(line)
  }
  const failed = findings.filter(({ status }) => status === 'failed').length
  const warnings = findings.filter(({ status }) => status === 'warning').length
  if (json) console.log(harmlessJson({ findings: findings.map(withAdvice), failed, warnings }))
  else console.log(`\n${summaryOf(findings)}`)
  return failed > 0 ? 1 : 0
}

function withAdvice({
  advice = null,
  ...finding
}: Omit<Finding, 'advice'> & { advice?: string | null }) {
  return { ...finding, advice }
}

/** Mail servers and databases may repeat in their answers what they were told. */
function blotted({ found, advice, ...finding }: Finding): Finding {
  return {
    ...finding,
    found: withoutSecrets(found, process.env),
    ...(advice && { advice: withoutSecrets(advice, process.env) }),
  }
}
