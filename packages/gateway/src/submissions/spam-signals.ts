import { INVISIBLE } from '../address.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD } from '../protocol.ts'
import { type Submission, textIn } from './submission.ts'

/** People take longer to fill the form. */
const MIN_FILL_SECONDS = 3

/** Signs that a bot sent the message. Such a message is held for the owner to judge. */
export function spamSignals({ honeypot, fillSeconds }: Submission): string[] {
  const reasons: string[] = []
  if (honeypot) reasons.push('hidden field filled in')
  // Only the page sends the time; an EmailJS client may omit it.
  if (fillSeconds !== '' && !(Number(fillSeconds) >= MIN_FILL_SECONDS))
    reasons.push('filled too fast')
  return reasons
}

/** One of the owner's words that a message contains, as whole words in any field. */
export function heldWords({ variables }: Submission, words: RegExp | undefined): string[] {
  if (!words) return []
  const text = Object.values(variables).join('\n').normalize('NFKC').replace(INVISIBLE, '')
  const [found] = words.exec(text.replace(/\s+/g, ' ')) ?? []
  return found ? [`contains "${found}"`] : []
}

/** A link, without the full stop of its sentence. */
const LINK = /(?:https?:\/\/|www\.)\S*[^\s\p{P}]\/?/giu
const WORD = /[\p{L}\p{N}]/u
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Signs in the text of the message that it is spam. */
export function textSignals({ variables }: Submission): string[] {
  const [message, ...identity] = [MESSAGE_FIELD, NAME_FIELD, EMAIL_FIELD].map((name) =>
    textIn(variables, name).trim(),
  )
  if (!message) return []
  return [
    ...(hasMoreLinksThanSentences(message) ? ['more links than sentences'] : []),
    ...(identity.some((text) => text.toLowerCase() === message.toLowerCase())
      ? ['the message is only the name or the address']
      : []),
  ]
}

/** A line is a sentence at least, so that a list of links with a word to each is none. */
function hasMoreLinksThanSentences(message: string): boolean {
  const links = message.match(LINK)?.length ?? 0
  if (links === 0) return false
  const segments = [...sentences.segment(message.replace(LINK, ' '))]
  return links > segments.filter(({ segment }) => WORD.test(segment)).length
}
