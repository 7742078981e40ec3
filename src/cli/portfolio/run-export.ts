import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeJsonResume } from '../../artifacts/json-resume.ts'
import { makeResumeMarkdown } from '../../artifacts/resume-markdown.ts'
import { loadPortfolio } from '../../content/load.ts'
import { formatProblems } from '../../content/problem.ts'
import type { Portfolio } from '../../content/schema.ts'
import { contentFolder, fromCaller } from '../content-folder.ts'
import { chooseTarget } from '../messages/target.ts'
import { explainOption } from '../terminal/explain-option.ts'
import { harmlessLine, harmlessText } from '../terminal/harmless.ts'
import type { Screen } from '../terminal/screen.ts'
import { end } from './portfolio-command.ts'
import { withSystemFaults } from './system-fault.ts'
import { writeWhole } from './write-whole.ts'

const HELP = `Writes your portfolio as files that other programs read.

  npm run export                 resume.json (JSON Resume 1.2.1) and resume.md, into export/
  npm run export -- json         only the JSON Resume
  npm run export -- markdown     only the Markdown
  npm run export -- both --out ~/Documents --force    elsewhere, over what is there
  npm run export -- --content DIR   from another content folder

The files hold your mail address and telephone if the content does.

Exit codes: 0 done, 1 nothing was written, 2 wrongly used.`

const OPTIONS = {
  out: { type: 'string' },
  content: { type: 'string' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Format = { file: string; make: (portfolio: Portfolio) => string }

const JSON_RESUME: Format = {
  file: 'resume.json',
  make: (portfolio) => `${JSON.stringify(makeJsonResume(portfolio), null, 2)}\n`,
}
const MARKDOWN: Format = { file: 'resume.md', make: makeResumeMarkdown }

const FORMATS: Record<string, Format[]> = {
  json: [JSON_RESUME],
  markdown: [MARKDOWN],
  both: [JSON_RESUME, MARKDOWN],
}
const TRY_HELP = 'See: npm run export -- --help'
const OUT = 'export'

/** Writes the portfolio in the formats asked for and gives the exit code. */
export function runExport(args: string[], screen: Screen): Promise<number> {
  return withSystemFaults(screen, () => exportFiles(args, screen))
}

function exportFiles(args: string[], screen: Screen): number {
  const call = readCall(args)
  if ('fault' in call) return end(screen, 2, `${call.fault} ${TRY_HELP}`)
  if (call.options.help) return end(screen, 0, HELP)
  const { formats, options } = call
  const loaded = loadPortfolio(contentFolder(options.content))
  if (!loaded.ok) return end(screen, 1, harmlessText(formatProblems(loaded.problems)))
  const folder = fromCaller(options.out ?? OUT)
  mkdirSync(folder, { recursive: true })
  const targets = formats.map(({ file }) => chooseTarget(join(folder, file), options.force, []))
  const refused = targets.find((target) => !target.ok)
  if (refused && !refused.ok) return end(screen, 1, refused.fault)
  const written = formats.map(({ file, make }) => {
    const place = join(folder, file)
    writeWhole(place, make(loaded.portfolio))
    return harmlessLine(place)
  })
  return end(screen, 0, `Wrote ${written.join(' and ')}.`)
}

function readCall(args: string[]) {
  try {
    const { values: options, positionals } = parseArgs({
      args,
      options: OPTIONS,
      allowPositionals: true,
    })
    const [name = 'both', surplus] = positionals
    const formats = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
    const unknown = surplus ?? (formats ? undefined : name)
    if (unknown || !formats) {
      const names = Object.keys(FORMATS).join(', ')
      return { fault: `"${harmlessLine(unknown ?? '')}" is no format. Formats: ${names}.` }
    }
    return { formats, options }
  } catch (error) {
    return { fault: explainOption(error, Object.keys(OPTIONS)) }
  }
}
