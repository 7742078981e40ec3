import { styleText } from 'node:util'
import { missingForPublishing, remarksOnUnfinished } from '../content/advice/about-publishing.ts'
import { adviseOn } from '../content/advice/advice.ts'
import { type Advice, placeRemarks } from '../content/advice/remark.ts'
import type { Written } from '../content/load.ts'
import { remarksOnGuesses } from '../content/sample/dummies.ts'
import { contentFolder } from './content-folder.ts'
import { goodOrExit } from './load-or-exit.ts'
import { countOf, type Leftovers, leftoversIn } from './sample.ts'
import { harmlessJson } from './terminal/harmless.ts'
import { optionsOrExit } from './terminal/options-or-exit.ts'
import { remarksText } from './terminal/remarks.ts'
import { endQuietlyWithReader, terminalScreen } from './terminal/screen.ts'

const HELP = `Looks for what must not go to the public: what is the sample's or stands in for something
real, and what is missing. Changes nothing.

  npm run publish-check
  npm run publish-check -- --content FOLDER    another content than content/
  npm run publish-check -- --json              { ready, left, missing, advice, notCompared }

Exit codes: 0 ready, 1 not ready or faults in the content, 2 wrongly used.`

type Verdict = Omit<Leftovers, 'sentences'> & { missing: Advice[]; advice: Advice[] }

endQuietlyWithReader()
const options = optionsOrExit(
  {
    content: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
  'See: npm run publish-check -- --help',
)
if (options.help) {
  console.log(HELP)
} else {
  // Only here, so that help and wrong use are answered without build tools as well.
  const { loadSite } = await import('../build/load-site.ts')
  const { written } = goodOrExit(await loadSite(contentFolder(options.content)))
  const verdict = judge(written)
  const isReady = verdict.left.length + verdict.missing.length === 0
  console.log(options.json ? jsonOf(verdict, isReady) : textOfVerdict(verdict, written))
  process.exitCode = isReady ? 0 : 1
}

function judge(written: Written): Verdict {
  const missing = missingForPublishing(written)
  const { sentences, ...leftovers } = leftoversIn(written)
  const advice = [
    ...adviseOn(written, { now: new Date() }),
    ...sentences,
    ...placeRemarks(written.source, [
      ...remarksOnUnfinished(written.content),
      ...remarksOnGuesses(written.content),
    ]),
  ]
  const told = [...leftovers.left, ...missing].map(({ field }) => field)
  const isTold = (field: string) => told.some((other) => `${field}.`.startsWith(`${other}.`))
  return { ...leftovers, missing, advice: advice.filter(({ field }) => !isTold(field)) }
}

function jsonOf(
  { notCompared = null, ...lists }: Omit<Verdict, 'notCompared'> & { notCompared?: string | null },
  ready: boolean,
) {
  return harmlessJson({ ready, ...lists, notCompared })
}

function textOfVerdict({ left, missing, advice, notCompared }: Verdict, written: Written): string {
  const { columns } = terminalScreen()
  const part = (title: string, remarks: Advice[], colour: 'red' | 'yellow') =>
    remarks.length > 0 ? [styleText('bold', title), remarksText(remarks, columns, colour)] : []
  const parts = [
    ...part('To be replaced:', left, 'red'),
    ...part('Missing:', missing, 'red'),
    ...part('Advice, which stops nothing:', advice, 'yellow'),
    ...(notCompared ? [notCompared] : []),
    styleText('bold', sentenceOf(left, missing, written)),
  ]
  return `\n${parts.join('\n\n')}`
}

function sentenceOf(left: Advice[], missing: Advice[], { content }: Written): string {
  if (left.length + missing.length === 0) return `Ready for ${content.site.url}`
  const reasons = [
    ...(left.length > 0 ? [`${countOf(left)} to be replaced`] : []),
    ...missing.map(({ field }) => `${field} missing`),
  ]
  return `Not ready: ${reasons.join(', ')}.`
}
