import type { Message } from '../../gateway/store/database.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../wire/fields.ts'
import { harmlessText } from '../terminal/harmless.ts'
import { isoTime } from '../terminal/time.ts'
import { variablesOf } from './describe.ts'

const FIELDS = [NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD, MESSAGE_FIELD]
const TITLES = ['id', 'received_at', 'state', 'reason', 'name', 'address', 'subject', 'message']
const LINE_END = '\r\n'
/** Without it, a spreadsheet takes the letters for those of an older encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * What a spreadsheet takes for a formula, also after spaces and in the wide forms of East Asia. The
 * quote before it makes it text.
 */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]|^[\t\r\n]/u

export function csvHead(): string {
  return BYTE_ORDER_MARK + rowOf([...TITLES, 'other'])
}

export function csvRow(message: Message): string {
  const written = variablesOf(message)
  const others = Object.entries(written).filter(([field]) => !FIELDS.includes(field))
  return rowOf([
    message.id,
    isoTime(message.received_at) ?? '',
    message.state,
    message.reason ?? '',
    ...FIELDS.map((field) => written[field] ?? ''),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '',
  ])
}

function rowOf(cells: string[]): string {
  return cells.map(cellOf).join(',') + LINE_END
}

/** One cell as RFC 4180 has it, always in quotes. */
export function cellOf(text: string): string {
  const plain = FORMULA.test(text) ? `'${harmlessText(text)}` : harmlessText(text)
  return `"${plain.replaceAll('"', '""')}"`
}
