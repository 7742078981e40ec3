import { redactSecrets } from '../redact.ts'
import { type Finding, linesOf, summaryOf } from './doctor/finding.ts'
import { runChecks } from './doctor/run-checks.ts'
import type { Surroundings } from './program.ts'
import { sanitizeJson } from './terminal/sanitize.ts'

type DoctorOptions = { sendTest?: boolean; json?: boolean }

/** Runs the checks, prints their findings and returns the exit code. */
export async function printFindings(
  { sendTest: isTestMailWanted = false, json }: DoctorOptions,
  { screen: { output, columns }, now, readSite }: Surroundings,
): Promise<number> {
  const print = (line: string) => output.write(`${line}\n`)
  const findings: Finding[] = []
  for await (const raw of runChecks({ isTestMailWanted, now, readSite })) {
    const finding = redacted(raw)
    findings.push(finding)
    if (!json) for (const line of linesOf(finding, columns)) print(line)
  }
  const failed = findings.filter(({ status }) => status === 'failed').length
  const warnings = findings.filter(({ status }) => status === 'warning').length
  const withAdvice = findings.map(({ advice = null, ...finding }) => ({ ...finding, advice }))
  if (json) print(sanitizeJson({ findings: withAdvice, failed, warnings }))
  else print(`\n${summaryOf(failed, warnings)}`)
  return failed > 0 ? 1 : 0
}

/** Redacts secrets: mail servers and databases may repeat them in their replies. */
function redacted({ found, advice, ...finding }: Finding): Finding {
  return {
    ...finding,
    found: redactSecrets(found, process.env),
    ...(advice && { advice: redactSecrets(advice, process.env) }),
  }
}
