import { setTimeout as sleep } from 'node:timers/promises'
import { OK } from 'reward-codes-protocol/responses'
import type { MockGateway } from 'test-fixtures/mock-gateway.ts'
import { loadSample } from 'test-fixtures/sample-content.ts'
import type { ScreenReader } from './screen-reader.ts'

/** So long that a state between a press and its result is spoken. */
const ANSWER_MS = 2000
const LOAD_MS = 30_000
const MAX_TABS = 80
const FIRST_PROJECT = loadSample().projects?.cards[0]?.title

/** Orca's own modes depend on what it saw while the page loaded. */
const MODE = /^(Focus|Browse) mode$/

/**
 * What Orca in Chromium says of a dialog only if it comes first. The focus is on the first link for 150 ms
 * before the title gets it; Escape both returns to the anchor of the section and moves the focus to a link in it.
 */
const PASSING = new RegExp(`${MODE.source}|^(Previous project link|Portfolio)\\.$`)

type Journey = (visit: Visit, open: (path: string) => void) => Promise<void>

/** What a visitor does with keys, from a page that has been opened. */
export const JOURNEYS: Record<string, Journey> = {
  /** Every control up to the end of the form, and then the whole page. Read at first, it depends on what is hydrated by then. */
  page: async (visit, open) => {
    open('/')
    await visit.hearPage()
    await visit.tabTo(/^Send message/)
    await visit.press('ctrl+Home')
    await visit.press(READ_ALL, /^©|Back to top/)
  },

  'form-errors': async (visit, open) => {
    open('/#contact')
    await visit.hearPage()
    await visit.tabTo(/^E-mail/)
    await visit.type('ada')
    await visit.tabTo(/^Send message/)
    await visit.press('Return', /marked fields/)
    await visit.type('Ada')
    await visit.press('Tab')
    await visit.type('ada@example.com')
    await visit.tabTo(/^Send message/)
    await visit.press('Return', /captcha/)
  },

  'form-sent': async (visit, open) => {
    open('/#contact')
    await visit.hearPage()
    await visit.tabTo(/^Name/)
    await visit.type('Ada')
    await visit.press('Tab')
    await visit.type('ada@example.com')
    await visit.press('Tab')
    for (const key of ['Down', 'Down', 'Down', 'Return']) await visit.press(key)
    await visit.press('Tab')
    await visit.type('Hello')
    await visit.press('Tab')
    visit.gateway.challengeAfter = sleep(ANSWER_MS)
    await visit.press('space', /Checked/)
    await visit.tabTo(/^Send message/)
    visit.gateway.replies = [{ status: 200, text: OK, after: sleep(2 * ANSWER_MS) }]
    await visit.press('Return', /arrived/)
  },

  carousel: async (visit, open) => {
    open('/#portfolio')
    await visit.hearPage()
    await visit.tabTo(/^Next project/)
    for (const position of [/2–4/, /3–5/]) await visit.press('Return', position)
    await visit.press('Tab')
    await visit.press('shift+Tab')
    await visit.press('Return', /2–4/)
  },

  dialog: async (visit, open) => {
    visit.leftOut = PASSING
    open('/#portfolio')
    await visit.hearPage()
    await visit.tabTo(new RegExp(`^${FIRST_PROJECT}`))
    await visit.press('Return', /heading/)
    await visit.press(READ_ALL)
    for (const _ of ['close', 'next']) await visit.press('shift+Tab')
    await visit.press('Return', /heading/)
    await visit.press('Escape')
    await visit.press('Tab')
  },
}

/** Orca's key to read from here to the end. */
const READ_ALL = 'KP_Add'

/** A visit by keyboard, noted as lines: each act, and what is heard after it. */
export class Visit {
  readonly lines: string[] = []
  readonly gateway: MockGateway
  /** What this visit leaves out of its lines. */
  leftOut = MODE
  readonly #reader: ScreenReader
  /** What was typed before the next act. Orca may repeat a part of it late. */
  #typed = ''

  constructor(reader: ScreenReader, gateway: MockGateway) {
    this.#reader = reader
    this.gateway = gateway
  }

  note(act: string, spoken: string[]) {
    const heard = spoken.filter((line) => !this.leftOut.test(line) && !this.#typed.includes(line))
    this.lines.push(`[${act}]`, ...heard.map((line) => `  ${line}`))
    this.#typed = ''
  }

  /** Waits until the page has loaded and has been read. Orca does not always say of Chromium that it has. */
  async hearPage() {
    await this.#reader.isHeard(/^Page has/, LOAD_MS)
    await this.#reader.hear(/./)
  }

  /** Presses a key and listens until silence, or until something is heard and then until silence. */
  async press(key: string, pattern?: RegExp) {
    this.note(key, await this.#reader.press(key, pattern))
  }

  async type(text: string) {
    await this.#reader.type(text)
    this.note(`types "${text}"`, [])
    this.#typed = text
  }

  /** Presses Tab until a control is heard. */
  async tabTo(control: RegExp) {
    for (let tab = 0; tab < MAX_TABS; tab++) {
      const spoken = await this.#reader.press('Tab')
      this.note('Tab', spoken)
      if (spoken.some((line) => control.test(line))) return
    }
    throw new Error(`No Tab leads to ${control}.\n${this.lines.join('\n')}`)
  }
}
