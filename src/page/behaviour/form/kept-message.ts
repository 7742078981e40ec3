import { clearDraft, type Draft, isSame, parseDraft, readDraft, writeDraft } from './draft.ts'
import { DRAFT_KEY } from './has-draft.ts'
import { randomId } from './random-id.ts'

/** The name of the message in the form, and its words as far as this device keeps them. */
export class KeptMessage {
  #onName: (submissionId: string) => void
  #submissionId = ''
  /** Whether storage had room for all that stands in the form now. */
  #isKept = true
  /** Whether another tab has sent the very words that stand here. */
  #isSent = false

  constructor(onName: (submissionId: string) => void) {
    this.#onName = onName
  }

  /** What was kept comes back under the name that it had. */
  restore(): Draft | undefined {
    const draft = readDraft()
    this.#name(draft?.submissionId ?? randomId())
    return draft
  }

  keep(fields: Draft['fields'], startedAt: number | undefined) {
    const draft = { fields, submissionId: this.#submissionId, startedAt }
    this.#isKept = writeDraft(draft)
  }

  /** Words that were changed after another tab had sent them are another message. */
  change() {
    if (this.#isSent) this.#name(randomId())
  }

  /** These words were sent, and whatever comes next is another message. */
  finish(fields: Draft['fields']) {
    // Other words that another tab has kept meanwhile are not sent yet; an older piece of these is.
    if (!this.#isKept || isSame(readDraft(), fields)) clearDraft()
    this.#name(randomId())
  }

  /**
   * Tells whether another tab has sent the draft that both began with, so that the words here are
   * a new message. The same words are the same one and keep its name, lest they arrive twice.
   */
  isLeftBy({ key, oldValue, newValue }: StorageEvent, fields: Draft['fields']): boolean {
    if (key !== DRAFT_KEY || newValue !== null) return false
    this.#isSent = isSame(parseDraft(oldValue), fields)
    if (!this.#isSent) this.#name(randomId())
    return !this.#isSent
  }

  #name(submissionId: string) {
    this.#submissionId = submissionId
    this.#isSent = false
    this.#onName(submissionId)
  }
}
