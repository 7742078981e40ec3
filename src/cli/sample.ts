import type { Advice } from '../content/advice/remark.ts'
import { loadPortfolio, type Written } from '../content/load.ts'
import { findLeftovers } from '../content/sample/leftovers.ts'
import { findSentences } from '../content/sample/sentences.ts'
import { SAMPLE_FILE, sampleFolder } from './content-folder.ts'
import { remarksText } from './terminal/remarks.ts'
import { terminalScreen } from './terminal/screen.ts'
import { wrap } from './terminal/width.ts'

export type Leftovers = {
  /** What belongs to the person of the sample, or stands in for something real. */
  left: Advice[]
  /** What identifies nobody, and is the sample's all the same. */
  sentences: Advice[]
  /** Why nothing could be compared with the sample; what is plainly made up is found even so. */
  notCompared?: string
}

/** What of the sample is left; the sample lies beside the content, or came with the project. */
export function leftoversIn(written: Written): Leftovers {
  const folder = sampleFolder(written.directory)
  if (!folder) {
    const notCompared = `content/${SAMPLE_FILE} is missing, so only what is plainly made up could be found.`
    return { left: findLeftovers(written, undefined), sentences: [], notCompared }
  }
  const sample = loadPortfolio(folder, 'words', SAMPLE_FILE)
  if (!sample.ok) {
    const notCompared = `content/${SAMPLE_FILE} has faults, so only what is plainly made up could be found.`
    return { left: findLeftovers(written, undefined), sentences: [], notCompared }
  }
  return {
    left: findLeftovers(written, sample.written),
    sentences: findSentences(written, sample.written),
  }
}

export const ALLOW_SAMPLE = 'allow-sample'

/** What goes to a public address must be nobody else's: ends the command unless that is so. */
export function refuseSample({ written, isAllowed }: { written: Written; isAllowed: boolean }) {
  const { url } = written.content.site
  if (!url) return
  const { left } = leftoversIn(written)
  if (left.length === 0) return
  if (isAllowed) {
    console.warn(`A demonstration: the site still holds ${countOf(left)} to be replaced.`)
    return
  }
  const { columns } = terminalScreen()
  const sentence =
    `Nothing was built: the site is meant for ${url}, and it still holds ${countOf(left)} to be ` +
    "replaced, which are the sample's or stand in for something real. They stand above; until they " +
    'are replaced, npm run dev shows the page, and without ' +
    `site.url it is built too. To build a demonstration on purpose, add: -- --${ALLOW_SAMPLE}`
  console.error(`${remarksText(left, columns, 'red')}\n\n${wrap(sentence, columns).join('\n')}`)
  process.exit(1)
}

export function countOf({ length }: Advice[]): string {
  return length === 1 ? 'one value' : `${length} values`
}
