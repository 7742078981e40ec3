import { type Command, InvalidArgumentError } from 'commander'
import { isAddress } from '../../delivery/address.ts'
import { MESSAGE_STATES } from '../../store/database.ts'
import type { Surroundings } from '../program.ts'
import type { CommandLine } from '../terminal/command-line.ts'
import { sanitizeJson } from '../terminal/sanitize.ts'
import { parseLength } from '../terminal/time.ts'
import { backup } from './backup.ts'
import { acknowledge, release, retry } from './change.ts'
import { type MessagesCommand, runOnStore } from './command.ts'
import { forget, purge, REMAINS } from './delete.ts'
import { exportMessages, FORMATS } from './export.ts'
import { list, stats } from './read.ts'
import { show } from './show.ts'

const REQUEUE_JSON =
  '--json prints { queued: [id], refused: [{ id, reason }] }. Exit code 1 if one was refused.'

/** Adds `messages` and its commands: status, reading, changing, exporting, deleting. */
export function addMessagesCommands(program: CommandLine, surroundings: Surroundings): void {
  const messages = program
    .command('messages')
    .description('Manage messages from visitors')
    .helpCommand('help [COMMAND]', 'Print the help of a command.')
    .addNotes([], 'Exit codes: 0 success, 1 failure, 2 usage error.')

  add('stats', 'Show message counts, for you and for monitoring', stats)
    .option(
      '--fail-if-older-than <AGE>',
      'Exit with code 1 if a message has been queued for longer than this, such as 1h, or has ' +
        'failed and is neither retried nor acknowledged.',
      readAge,
    )
    .addNotes(
      [
        ['', 'the message counts'],
        ['--fail-if-older-than 1h', 'for monitoring, such as a timer'],
      ],
      '--json prints { queued, held, sent, failed, oldestQueuedSeconds, lastSentAt, sentLastDay, ' +
        "sentLastWeek, isStuck, unacknowledged }. Only visitors' messages count.",
    )

  withFilters(add('list', 'List messages, newest first', list))
    .option('--page <N>', 'Page number.', readCount(999_999), 1)
    .option('--per-page <N>', 'Messages per page.', readCount(1000), 20)
    .addNotes(
      [
        ['', 'the latest messages'],
        ['--state held', 'the messages to review'],
        ['--sender anna@example.com', 'all messages from one visitor'],
      ],
      '--json prints { messages, page, perPage, total }; each message has id, state, reason, ' +
        'kind, account, name, address, subject, receivedAt, nextAttemptAt, finishedAt, ' +
        'attemptCount, contentDeleted, acknowledgedAt.',
    )

  add('show <ID>', 'Show a message and its delivery attempts', show).addNotes(
    [
      ['latest', 'the newest message'],
      ['3fa9c1', 'the message that "list" shows as 3fa9c1'],
    ],
    'ID is a message id, or its beginning or end if only one message matches; or latest.',
    '--json prints the fields of "list", and service, template, messageIdHeader, ' +
      'templateParams (what was submitted, or null once deleted), attempts: attempt, startedAt, ' +
      'endedAt, outcome, smtpResponse; and, if there were several recipients, recipients: ' +
      'address, outcome, smtpResponse, finishedAt.',
  )

  add('release <ID...>', 'Queue held messages for delivery', release).addNotes(
    [
      ['3fa9c1', 'one held message'],
      ['3fa9c1 77b0e2', 'two held messages'],
    ],
    REQUEUE_JSON,
  )

  add(
    'retry <ID...>',
    'Retry failed messages, queued messages and rejected recipients now',
    retry,
  ).addNotes(
    [['3fa9c1', 'after you have fixed the cause']],
    'A mail server that accepted the message before its connection was lost gets it twice, with ' +
      'the same Message-ID, by which mail programs recognize duplicates.',
    REQUEUE_JSON,
  )

  add('acknowledge [ID...]', 'Stop reporting failed messages', acknowledge)
    .option('--all', 'Acknowledge every failed message.')
    .addNotes(
      [
        ['3fa9c1', 'after you have answered the visitor yourself'],
        ['--all', 'every failed message'],
      ],
      '"stats --fail-if-older-than", "doctor", a metric and an alert mail report a failed message ' +
        'until you retry or acknowledge it. Its content is kept for RETENTION_DAYS, as for others.',
      '--json prints { acknowledged: [id] }.',
    )

  const exporting = add('export', 'Export messages as JSON, CSV or mbox', exportMessages)
  withFilters(exporting)
    .addOption(
      exporting
        .createOption('--format <FORMAT>', 'Output format.')
        .choices(FORMATS)
        .default('json'),
    )
    .option('--out <FILE>', 'Write to this file instead of stdout.')
    .option('--force', 'Overwrite an existing file.')
    .addNotes(
      [
        ['--format csv --out messages.csv', 'for a spreadsheet'],
        ['--format mbox --out messages.mbox', 'for a mail program'],
        ['--sender anna@example.com --include-automatic', 'all data about one visitor'],
      ],
      'Oldest first. npm prints two extra lines to stdout: use --out, or npm run --silent.',
      'json is an array of what "show --json" prints, without attempts and recipients. csv is ' +
        'UTF-8 with a byte order mark; a cell that a spreadsheet would evaluate as a formula ' +
        'starts with a single quote. mbox (mboxrd) contains the mails as delivered, with their ' +
        'Message-ID; messages whose content is deleted are skipped.',
      'With --out, --json prints { file, exported, skipped: { reason: count } }.',
    )

  add('backup <FILE>', 'Back up the database to a file while it is in use', backup)
    .option('--force', 'Overwrite an existing file.')
    .addNotes(
      [
        ['~/messages.db', 'write a verified copy'],
        ['/media/usb/messages.db --force', 'overwrite an older backup'],
      ],
      'The backup is a snapshot of the database at the start, with its schema version. ' +
        'Back up before an upgrade: the previous version of the program can open the backup.',
      'To restore: stop the gateway, delete messages.db, messages.db-wal and messages.db-shm in ' +
        'the data folder, copy the backup there as messages.db, and start the gateway.',
      'A backup still contains what "forget", "purge" and RETENTION_DAYS delete later. Delete old ' +
        'backups too.',
      '--json prints { file, messages, bytes }.',
    )

  add('purge', 'Delete the content of old messages, but keep their records', purge)
    .requiredOption('--older-than <AGE>', 'Required. The age, such as 90d or 12w.', readAge)
    .option('--yes', 'Skip the confirmation prompt.')
    .addNotes(
      [
        ['--older-than 90d', 'after confirmation'],
        ['--older-than 90d --yes', 'in a script'],
      ],
      'Applies to messages that were sent or failed before that time. Held messages received ' +
        'before it are deleted completely. Queued messages keep their content until they are ' +
        'sent or failed. The gateway does the same after RETENTION_DAYS.',
      'Cannot be undone. Sent mails, exports and backups are not changed.',
      '--json prints { purged: [id], before }.',
    )

  add('forget', 'Permanently delete everything about a visitor', forget)
    .argument('<ADDRESS>', 'The e-mail address of the visitor.', readAddress)
    .option('--yes', 'Skip the confirmation prompt.')
    .addNotes(
      [
        ['anna@example.com', 'after confirmation'],
        ['anna@example.com --yes', 'in a script'],
      ],
      'If the visitor asked for the data, first: export --sender ADDRESS --include-automatic',
      'Deletes messages, attempts, automatic replies and mail files. SQLite overwrites deleted ' +
        'rows in its files. PostgreSQL frees their space with its next VACUUM and reuses it later.',
      REMAINS,
      '--json prints { address, forgotten: [id] }.',
    )

  function add<Given extends unknown[]>(
    usage: string,
    summary: string,
    command: MessagesCommand<Given>,
  ): CommandLine {
    return messages
      .command(usage)
      .description(summary)
      .option('--json', 'Print JSON instead of text.')
      .action(async (...parsed) => {
        const { screen, readConfiguration, readSite, now } = surroundings
        const self = parsed.pop() as Command
        const call = { configuration: readConfiguration(), readSite, screen, now }
        const report = await runOnStore(self.name(), command, call, parsed as Given)
        const { exitCode, text, data, toStderr } = report
        if (self.opts().json && data !== undefined) screen.output.write(`${sanitizeJson(data)}\n`)
        else (toStderr ? screen.errors : screen.output).write(`${text}\n`)
        program.exitCode = exitCode
      })
  }
}

function withFilters(command: CommandLine): CommandLine {
  return command
    .addOption(
      command
        .createOption('--state <STATE>', 'Only messages in this state.')
        .choices(MESSAGE_STATES),
    )
    .option('--sender <ADDRESS>', 'Only messages from this address.', (text) => text.trim())
    .option('--include-automatic', 'Include automatic replies and notices to you.')
}

function readAge(text: string): number {
  const age = parseLength(text)
  if (age === undefined) throw new InvalidArgumentError('Use a duration such as 30m, 1h or 90d.')
  return age
}

function readCount(max: number): (text: string) => number {
  return (text) => {
    const count = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
    if (count >= 1 && count <= max) return count
    throw new InvalidArgumentError(`It must be at least 1 and at most ${max}.`)
  }
}

function readAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (!isAddress(address)) throw new InvalidArgumentError('It is not a plain e-mail address.')
  return address
}
