import { styleText } from 'node:util'
import { pad, wrap } from '../terminal/width.ts'
import type { MessagesCommand, Options } from './command.ts'
import { MESSAGES_COMMANDS } from './commands.ts'

const CALL = 'npm run messages --'
const INDENT = '  '
const GAP = '   '
const WIDEST = 88

/** The options that every command has. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean', help: 'For scripts: JSON instead of text.' },
  help: { type: 'boolean', help: 'This help.' },
} as const

export function overview(columns: number): string {
  const rows = MESSAGES_COMMANDS.map(({ name, words, summary }): [string, string] => [
    [name, words].filter(Boolean).join(' '),
    summary,
  ])
  return [
    `${styleText('bold', "Your visitors' messages")}`,
    '',
    `${INDENT}${CALL} COMMAND`,
    '',
    ...inColumns(rows, columns),
    '',
    `Examples and options of one command: ${CALL} list --help`,
    'Exit codes: 0 done, 1 failed, 2 wrongly used.',
  ].join('\n')
}

export function helpFor(command: MessagesCommand, columns: number): string {
  const { name, words, summary, options, examples, notes } = command
  const usage = [CALL, name, words, '[options]'].filter(Boolean).join(' ')
  const shown = examples.map(([call, meaning]): [string, string] => [`${CALL} ${call}`, meaning])
  const parts = [
    [`${styleText('bold', summary)}.`, '', `${INDENT}${usage}`],
    inColumns(rowsOf({ ...options, ...COMMON_OPTIONS }), columns),
    ['Examples:', ...inColumns(shown, columns)],
    notes.flatMap((note) => wrap(note, Math.min(columns, WIDEST))),
  ]
  return parts.map((lines) => lines.join('\n')).join('\n\n')
}

function rowsOf(options: Options): [string, string][] {
  return Object.entries(options).map(([name, { value, help }]) => [
    [`--${name}`, value].filter(Boolean).join(' '),
    help,
  ])
}

function inColumns(rows: [string, string][], columns: number): string[] {
  const first = Math.max(...rows.map(([left]) => left.length))
  const room = Math.min(columns, WIDEST + first) - INDENT.length - first - GAP.length
  return rows.flatMap(([left, right]) =>
    wrap(right, Math.max(room, 20)).map((line, index) =>
      `${INDENT}${pad(index === 0 ? left : '', first)}${GAP}${line}`.trimEnd(),
    ),
  )
}
