import { type Advice, placeRemarks } from '../advice/remark.ts'
import { textsOf } from '../advice/texts.ts'
import type { Written } from '../load.ts'
import { keyOf, plain, written } from './compare.ts'

/** Shorter ones, such as headings and names of services, two people write by chance. */
const FEWEST_WORDS = 8

const NOT_YOUR_WORDS = {
  meaning: "The sentence is word for word the sample's, and visitors take it for your own promise.",
  action: 'Say it in your own words, or leave it if it is true of you as it stands.',
}

/** Sentences that identify nobody, such as what a service is, and are the sample's all the same. */
export function findSentences({ source }: Written, sample: Written): Advice[] {
  const sampled = new Set(
    textsOf(written(sample.source)).map(({ path, text }) => keyOf(path, text)),
  )
  const borrowed = textsOf(written(source)).filter(
    ({ path, text }) => isSentence(text) && sampled.has(keyOf(path, text)),
  )
  return placeRemarks(
    source,
    borrowed.map(({ path, text }) => ({ path, found: `"${text}"`, ...NOT_YOUR_WORDS })),
  )
}

function isSentence(text: string): boolean {
  return plain(text).split(' ').length >= FEWEST_WORDS
}
