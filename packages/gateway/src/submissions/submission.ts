import type { Account } from '../account.ts'
import { isAddress } from '../address.ts'
import { textOf } from '../log.ts'
import { ALIASES, type Variables } from '../message.ts'
import {
  ACCOUNT_FIELD,
  CAPTCHA_FIELD,
  EMAIL_FIELD,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SUBJECT_LENGTH,
  MESSAGE_FIELD,
  NAME_FIELD,
  PROVIDER_CAPTCHA_FIELDS,
  SCORE_FIELD,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  SUBMISSION_FIELD,
  TEMPLATE_FIELD,
  VARIABLES_TOO_LARGE,
} from '../protocol.ts'

/** A response: a status, a short text for EmailJS clients, a reason code for programs. */
export type HttpResult = {
  status: number
  text: string
  reason: string
  retryAfterSeconds?: number
  /** The page of the site to which a browser that navigates is led. */
  redirect?: string
}

export function reject(status: number, text: string, reason: string): HttpResult {
  return { status, text, reason }
}

/** The size of all fields of a request, as in EmailJS. */
const MAX_BYTES = 50 * 1024
export const MALFORMED = 'The request is malformed'
const MAX_STORED_BYTES = 64 * 1024
/** Fields of the visitor, not counting control fields. */
const MAX_FIELDS = 50
const MAX_FIELD_NAME_LENGTH = 100
const CONTROL_CHARACTER = /\p{Cc}/u

/** Control fields by their names in a request. Each has a single value: repeated ones must be equal. */
const CONTROL_FIELDS = {
  account: ACCOUNT_FIELD,
  service: SERVICE_FIELD,
  template: TEMPLATE_FIELD,
  version: 'lib_version',
  privateKey: 'accessToken',
  captcha: CAPTCHA_FIELD,
  score: SCORE_FIELD,
  submissionId: SUBMISSION_FIELD,
  fillSeconds: FILL_SECONDS_FIELD,
  honeypot: HONEYPOT_FIELD,
  redirect: 'redirect_to',
}
const CONTROL_NAMES = Object.values(CONTROL_FIELDS)

type Controls = Record<keyof typeof CONTROL_FIELDS, string>

/** A parsed request, from a form or from JSON. */
export type Submission = Controls & { variables: Variables }

export type Parsed = { ok: true; submission: Submission } | { ok: false; rejection: HttpResult }

const rejected = (status: number, text: string, reason: string): Parsed => ({
  ok: false,
  rejection: reject(status, text, reason),
})
const UNREADABLE = rejected(400, MALFORMED, 'malformed')

/** A field and its value; pairs stay in the order of the request. */
type Pair = [name: string, value: string]

/** Reads the body of a form as browsers send it. */
export async function submissionFromForm(body: Buffer | undefined, type = ''): Promise<Parsed> {
  const headers = { 'content-type': type }
  const request = new Response(body && new Uint8Array(body), { headers })
  const form = await request.formData().catch(() => undefined)
  if (!form) return UNREADABLE
  const pairs: Pair[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') pairs.push([name, value])
    // An empty file input is sent as a part without name and content.
    else if (value.size > 0 || value.name !== '') {
      return rejected(400, 'Attachments are not accepted', 'attachment')
    }
  }
  return toSubmission(pairs)
}

/** A text in JSON, with a colon behind it if it is a name. */
const TEXT_IN_JSON = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/** Reads the body of `send`: control fields, and the visitor's fields. */
export function submissionFromJson(body: Buffer | undefined): Parsed {
  const text = String(body)
  const json = readJson(text)
  if (!isObject(json)) return UNREADABLE
  const { template_params: parameters = {}, ...controls } = json
  if (!isObject(parameters)) return UNREADABLE
  const values = [...Object.entries(controls), ...Object.entries(parameters)]
  if (values.some(([, value]) => typeof value === 'object' && value !== null)) {
    const text = 'A parameter is a list or an object: text, numbers and booleans are accepted'
    return rejected(400, text, 'variable-corrupted')
  }
  // Readers of JSON differ on which value counts of a name that is there twice.
  const names = [...text.matchAll(TEXT_IN_JSON)].filter(([, colon]) => colon)
  const read = values.length + Number('template_params' in json)
  if (names.length !== read) return UNREADABLE
  // EmailJS clients mean `false` as empty.
  return toSubmission(values.map(([name, value]) => [name, value === false ? '' : textOf(value)]))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Separates control fields from the visitor's fields. */
function toSubmission(pairs: Pair[]): Parsed {
  const bytes = pairs.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0)
  if (bytes > MAX_BYTES) return rejected(413, VARIABLES_TOO_LARGE, 'too-large')
  if (pairs.filter(([name]) => !isControl(name)).length > MAX_FIELDS) {
    return rejected(413, `Too many fields (at most ${MAX_FIELDS})`, 'too-many-fields')
  }
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    if (PROVIDER_CAPTCHA_FIELDS.includes(name)) continue
    const isInvalidName = name.length > MAX_FIELD_NAME_LENGTH || CONTROL_CHARACTER.test(name)
    if (isInvalidName || value.includes('\0')) return UNREADABLE
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  const conflicting = CONTROL_NAMES.find((name) => new Set(fields.get(name)).size > 1)
  if (conflicting) {
    const text = `The ${conflicting} parameter is given twice with different values`
    return rejected(400, text, 'conflicting-fields')
  }
  const submission = assemble(fields)
  // In JSON, and so in the database, a control character has six bytes.
  if (Buffer.byteLength(JSON.stringify(submission.variables)) > MAX_STORED_BYTES) {
    return rejected(413, VARIABLES_TOO_LARGE, 'too-large')
  }
  return { ok: true, submission }
}

function assemble(fields: Map<string, string[]>): Submission {
  const controls = Object.fromEntries(
    Object.entries(CONTROL_FIELDS).map(([key, name]) => [key, fields.get(name)?.[0] ?? '']),
  ) as Controls
  const own = [...fields].filter(([name]) => !isControl(name))
  // The honeypot's value is a variable as well, so that the owner can judge it.
  if (controls.honeypot) own.push([HONEYPOT_FIELD, fields.get(HONEYPOT_FIELD) ?? []])
  const variables = own
    .map(([name, values]): Pair => [name, join(values)])
    .filter(([, value]) => value.trim() !== '')
  return { ...controls, variables: Object.fromEntries(variables) }
}

/**
 * Line breaks stay: where they are forbidden, one at the end is rejected as well. The lookbehind keeps
 * the search linear: without it, each space of a run within the text would start its own attempt.
 */
const OUTER_SPACES = /^[\p{Zs}\t]+|(?<![\p{Zs}\t])[\p{Zs}\t]+$/gu

/** Trims a single value, or joins several values of one name in one line. */
function join(values: string[]): string {
  const texts = values.map((text) => text.replace(OUTER_SPACES, '')).filter(Boolean)
  return [...new Set(texts)].join(', ')
}

function isControl(name: string): boolean {
  return CONTROL_NAMES.includes(name) || PROVIDER_CAPTCHA_FIELDS.includes(name)
}

/** The text of a field; empty if the field is absent. */
export function textIn(variables: Variables, name: string): string {
  return variables[name] ?? ''
}

const MAX_LENGTHS = new Map<string, number>([
  [NAME_FIELD, MAX_NAME_LENGTH],
  [EMAIL_FIELD, MAX_EMAIL_LENGTH],
  [SUBJECT_FIELD, MAX_SUBJECT_LENGTH],
])

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Gives the fields of a form the names that this gateway reads and its templates use: those of the manifest, then
 * those of EmailJS. An alias whose value is no address, or no name, stays as it is.
 */
export function withOwnNames(submission: Submission, fields: Account['fields']): Submission {
  const variables = { ...submission.variables }
  const rename = (theirs: string, own: string) => {
    const value = variables[theirs]
    delete variables[theirs]
    if (value !== undefined) variables[own] = value
  }
  for (const [own, theirs] of Object.entries(fields)) {
    rename(theirs, own)
  }
  for (const [own, aliases] of ALIASES) {
    const isUsable = (text: string) => text !== '' && !rejectValue(own, text)
    const alias = aliases.find((name) => isUsable(textIn(variables, name)))
    if (alias && variables[own] === undefined) rename(alias, own)
  }
  return { ...submission, variables }
}

/** Returns the first validation error of a submission; undefined if it is valid. */
export function validateSubmission(
  submission: Submission,
  account: Account,
): HttpResult | undefined {
  const { service, template, variables } = submission
  if (!submission.account) return required(ACCOUNT_FIELD)
  if (submission.account !== account.publicKey) {
    return reject(400, 'The Public Key is invalid', 'account-unknown')
  }
  if (!service) return required(SERVICE_FIELD)
  if (!template) return required(TEMPLATE_FIELD)
  if (!account.services.includes(service)) {
    return reject(400, 'The service ID not found', 'service-unknown')
  }
  if (!account.templates.has(template)) {
    return reject(400, 'The template ID not found', 'template-unknown')
  }
  for (const name of MAX_LENGTHS.keys()) {
    const rejection = rejectValue(name, textIn(variables, name))
    if (rejection) return rejection
  }
  if (account.isMessageRequired && variables[MESSAGE_FIELD] === undefined) {
    return required(MESSAGE_FIELD)
  }
  return undefined
}

/** The error of a visitor's name, address or subject. */
export function rejectValue(name: string, text: string): HttpResult | undefined {
  if ([...text].length > (MAX_LENGTHS.get(name) ?? 0)) {
    return reject(400, `The ${name} parameter is too long`, 'too-long')
  }
  if (LINE_BREAK.test(text)) {
    return reject(400, 'A parameter holds a line break where none may be', 'line-break')
  }
  if (name === EMAIL_FIELD && text && !isAddress(text)) {
    return reject(400, `The ${EMAIL_FIELD} parameter is not one e-mail address`, 'email-invalid')
  }
  return undefined
}

function required(name: string): HttpResult {
  return reject(400, `The ${name} parameter is required`, 'parameter-missing')
}
