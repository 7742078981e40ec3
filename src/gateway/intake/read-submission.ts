import {
  ACCOUNT_FIELD,
  CAPTCHA_FIELD,
  SCORE_FIELD,
  SECONDS_FIELD,
  SERVICE_FIELD,
  SUBMISSION_FIELD,
  TEMPLATE_FIELD,
  TRAP_FIELD,
  VERSION_FIELD,
} from '../../wire/fields.ts'
import { VARIABLES_BYTES } from '../../wire/limits.ts'
import { MALFORMED, VARIABLES_TOO_LARGE } from '../../wire/texts.ts'
import { type Answer, refuse } from './answer.ts'

const MOST_FIELDS = 50
const LONGEST_FIELD_NAME = 100
const CONTROL_CHARACTER = /\p{Cc}/u
const KEY_FIELD = 'accessToken'

/** Fields of which there is one: repeated, they must say the same. */
const CONTROLS = [
  ACCOUNT_FIELD,
  SERVICE_FIELD,
  TEMPLATE_FIELD,
  VERSION_FIELD,
  CAPTCHA_FIELD,
  SCORE_FIELD,
  SUBMISSION_FIELD,
  SECONDS_FIELD,
  TRAP_FIELD,
  KEY_FIELD,
] as const

/** Widgets add their token under their own name as well. */
const TOKEN_COPIES = ['h-captcha-response', 'cf-turnstile-response']

/** A request as it was meant, whichever way it came. */
export type Submission = {
  account: string
  service: string
  template: string
  version: string
  privateKey: string
  captcha: string
  score: string
  submissionId: string
  seconds: string
  trap: string
  /** What the visitor wrote. */
  variables: Record<string, string>
}

export type Read = { ok: true; submission: Submission } | { ok: false; answer: Answer }

const UNREADABLE: Read = { ok: false, answer: refuse(400, MALFORMED, 'malformed') }

/** Reads a form as browsers send it. */
export async function readForm(body: Buffer | undefined, contentType: string): Promise<Read> {
  if (!body || !hasOneBoundary(contentType)) return UNREADABLE
  const request = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const form = await request.formData().catch(() => undefined)
  if (!form) return UNREADABLE
  const pairs: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') pairs.push([name, value])
    // An empty file control travels as a part without name and content.
    else if (value.size > 0 || value.name !== '') {
      return { ok: false, answer: refuse(400, 'Attachments are not accepted', 'attachment') }
    }
  }
  return sort(pairs)
}

/** With a second one, or half a quote, another reader would cut the parts elsewhere. */
function hasOneBoundary(contentType: string): boolean {
  const isQuoteOpen = contentType.split('"').length % 2 === 0
  return !isQuoteOpen && contentType.match(/;\s*boundary\s*=/gi)?.length === 1
}

/** Reads the JSON of `send`, whose variables lie one level deeper. */
export function readJson(body: unknown): Read {
  if (!isObject(body)) return UNREADABLE
  const { template_params: parameters = {}, ...controls } = body
  if (!isObject(parameters)) return UNREADABLE
  const pairs: [string, string][] = []
  for (const [name, value] of [...Object.entries(controls), ...Object.entries(parameters)]) {
    const text = textOf(value)
    if (text === undefined) {
      const corrupted = 'Template: One or more dynamic variables are corrupted'
      return { ok: false, answer: refuse(400, corrupted, 'variable-corrupted') }
    }
    pairs.push([name, text])
  }
  return sort(pairs)
}

/** Tells the fields that steer from those that the visitor wrote. */
function sort(pairs: [string, string][]): Read {
  const isTooMuch = pairs.length > MOST_FIELDS || sizeOf(pairs) > VARIABLES_BYTES
  if (isTooMuch) return { ok: false, answer: refuse(413, VARIABLES_TOO_LARGE, 'too-large') }
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    if (TOKEN_COPIES.includes(name)) continue
    const isOdd = name.length > LONGEST_FIELD_NAME || CONTROL_CHARACTER.test(name)
    if (isOdd || value.includes('\0')) return UNREADABLE
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  const differing = CONTROLS.find((name) => new Set(fields.get(name)).size > 1)
  if (differing) {
    const text = `The ${differing} parameter is given twice with different values`
    return { ok: false, answer: refuse(400, text, 'differing-repeats') }
  }
  return { ok: true, submission: assemble(fields) }
}

function assemble(fields: Map<string, string[]>): Submission {
  const control = (name: (typeof CONTROLS)[number]) => {
    const [value = ''] = fields.get(name) ?? []
    fields.delete(name)
    return value
  }
  const trap = fields.get(TRAP_FIELD)
  const controls = {
    account: control(ACCOUNT_FIELD),
    service: control(SERVICE_FIELD),
    template: control(TEMPLATE_FIELD),
    version: control(VERSION_FIELD),
    privateKey: control(KEY_FIELD),
    captcha: control(CAPTCHA_FIELD),
    score: control(SCORE_FIELD),
    submissionId: control(SUBMISSION_FIELD),
    seconds: control(SECONDS_FIELD),
    trap: control(TRAP_FIELD),
  }
  // What stands in the trap is kept, so that the owner can judge it.
  if (trap && controls.trap) fields.set(TRAP_FIELD, trap)
  const variables = [...fields].map(([name, values]) => [name, join(values)])
  return { ...controls, variables: Object.fromEntries(variables) }
}

/** Several choices under one name, such as checkboxes, in one line. */
function join(values: string[]): string {
  return [...new Set(values)].filter((value) => value !== '').join(', ')
}

function sizeOf(pairs: [string, string][]): number {
  return pairs.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || value === true) return String(value)
  return value === null || value === undefined || value === false ? '' : undefined
}
