import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { wrap } from 'reward-codes-gateway/terminal/width'
import type { Advice } from '../content/lint.ts'
import { type ContentDocument, loadPortfolio } from '../content/load.ts'
import { findSampleData, findUntranslated } from '../content/sample-data.ts'
import { SAMPLE_FOLDER } from './content-folder.ts'
import { formatAdvice } from './terminal/format-advice.ts'

export type Leftovers = {
  /** Personal data of the sample and placeholders, which must be replaced. */
  left: Advice[]
  /** English texts of the sample on a page in another language. */
  untranslated: Advice[]
}

/** Finds the sample data that is still in the content. */
export function leftoversIn(written: ContentDocument): Leftovers {
  const sample = readSample()
  return {
    left: findSampleData(written, sample),
    untranslated: findUntranslated(written, sample),
  }
}

function readSample(): ContentDocument {
  const sample = loadPortfolio(SAMPLE_FOLDER, 'schema')
  if (!sample.ok) throw new Error('The sample of the engine is invalid.')
  return sample.written
}

export const ALLOW_SAMPLE = 'allow-sample'

/** The values to replace before the site can be published; none if `site.url` is not set. */
export function leftInPublicSite(written: ContentDocument): Advice[] {
  return written.content.site.url ? findSampleData(written, readSample()) : []
}

/** Warns the owner that the local preview cannot be published yet. */
export function warnOfPreview(written: ContentDocument) {
  const { columns } = terminalScreen()
  const sentence =
    `Local preview only: ${countOf(leftInPublicSite(written))} to replace before the site can be ` +
    `published at ${written.content.site.url}. Until then, npm run build fails. To list them, run: ` +
    'npm run preflight'
  console.warn(wrap(sentence, columns).join('\n'))
}

/** Exits if a public site contains values that must be replaced, unless allowed. */
export function refuseSample({
  left,
  url,
  isAllowed,
}: {
  left: Advice[]
  url: string | undefined
  isAllowed: boolean
}) {
  if (left.length === 0) return
  if (isAllowed) {
    console.warn(`Building with --${ALLOW_SAMPLE}: ${countOf(left)} to replace.`)
    return
  }
  const { columns } = terminalScreen()
  const sentence =
    `Build stopped: the site for ${url} has ${countOf(left)} to replace, left from the sample or ` +
    'placeholders, listed above. To preview the page on this machine, run npm start or npm run dev. ' +
    `To build it, replace them, remove site.url, or build a demonstration with -- --${ALLOW_SAMPLE}`
  console.error(`${formatAdvice(left, columns, 'red')}\n\n${wrap(sentence, columns).join('\n')}`)
  process.exit(1)
}

export function countOf({ length }: Advice[]): string {
  return length === 1 ? '1 value' : `${length} values`
}
