import './blocked-storage.ts'
import { init, sendForm } from '@emailjs/browser'
import { classifyFailure, type Failure, isForeignPage, TIMED_OUT } from './failure.ts'
import { createRateMark } from './rate-mark.ts'

/** How long an answer may take. The client of EmailJS itself would wait for ever. */
const ANSWER_MS = 15_000
const RATE_KEY = 'last-message'

/** Where messages go. */
export type Account = {
  /** Without a slash at its end. */
  origin: string
  publicKey: string
  service: string
  template: string
}

/** What the page refuses before anything is sent. */
export type Refusals = {
  headless: boolean
  blockList?: { field: string; values: string[] } | undefined
  secondsBetween?: number | undefined
}

export type SendMessage = (form: HTMLFormElement) => Promise<'sent' | Failure>

/** Sends forms to one account through the client of EmailJS. */
export function createSender(account: Account, refusals: Refusals): SendMessage {
  const { origin, publicKey, service, template } = account
  const { headless, blockList, secondsBetween } = refusals
  const mark = createRateMark()
  init({
    origin,
    publicKey,
    blockHeadless: headless,
    storageProvider: mark.storage,
    ...(blockList && { blockList: { list: blockList.values, watchVariable: blockList.field } }),
    ...(secondsBetween && { limitRate: { id: RATE_KEY, throttle: secondsBetween * 1000 } }),
  })
  return async (form) => {
    try {
      const { text } = await inTime(sendForm(service, template, form))
      if (isForeignPage(text)) {
        mark.takeBack()
        return 'failed'
      }
      mark.keep()
      return 'sent'
    } catch (error) {
      mark.takeBack()
      return classifyFailure(error, navigator.onLine)
    }
  }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TIMED_OUT), ANSWER_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
