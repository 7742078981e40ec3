import { backup } from './backup.ts'
import type { MessagesCommand } from './command.ts'
import { exportMessages } from './export.ts'
import { forget } from './forget.ts'
import { list } from './list.ts'
import { purge } from './purge.ts'
import { release } from './release.ts'
import { retry } from './retry.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'

/** In the order of a day: how things stand, what came in, what to do with it, what to keep. */
export const MESSAGES_COMMANDS: MessagesCommand[] = [
  stats,
  list,
  show,
  release,
  retry,
  exportMessages,
  backup,
  purge,
  forget,
]
