import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshForm, postForm, solveCaptcha } from '../fixtures/gateway.ts'
import { imagePrograms } from '../fixtures/image.ts'
import { createSentMessages } from '../fixtures/messages.ts'
import { skipTest } from '../fixtures/programs.ts'

/** Remounts all file systems but one folder read-only, like `read_only: true` of a container. */
const SCRIPT = `
  set -e
  mount --make-rprivate /
  mount --bind "$1" "$1"
  while read -r _ point _; do
    case $point in
      /dev/shm) mount -o remount,bind,ro "$point" ;;
      "$1" | /proc* | /sys* | /dev*) ;;
      *) mount -o remount,bind,ro "$point" ;;
    esac
  done < /proc/self/mounts
  shift
  exec "$@"`

const MISSING =
  'A mount namespace is needed to make the root read-only, and could not be had: run the tests on Linux, ' +
  'as root or where users may make namespaces (unshare --map-root-user --mount).'

/** A command prefix that lets a command write to one folder and nowhere else. */
function withReadOnlyRoot(writable: string): string[] {
  const before = ['unshare', '--map-root-user', '--mount', 'sh', '-c', SCRIPT, 'sh', writable]
  const [command = '', ...args] = before
  if (spawnSync(command, [...args, 'true']).status !== 0) skipTest(MISSING)
  return before
}

/** More than SQLite sorts in memory: without `temp_store = memory` it needs temporary files. */
const MESSAGES = 10_000
const WAIT = { interval: 200 }

let image: ReturnType<typeof imagePrograms>
let file: string

beforeEach(() => {
  image = imagePrograms('<!doctype html><title>Finished elsewhere</title>')
  file = join(image.data, 'messages.db')
})

afterEach(() => image.remove())

async function messages(...words: string[]) {
  const { exitCode, out, error } = await image.run(
    [...image.recipe.entryPoint, 'messages', ...words],
    {},
    withReadOnlyRoot(image.data),
  ).ended
  return { exitCode, said: out + error }
}

/** The number of messages with content, read without the gateway's code. */
function countWithContent(): number {
  const connection = new DatabaseSync(file, { readOnly: true })
  const row = connection
    .prepare('select count(*) as n from messages where template_params is not null')
    .get()
  connection.close()
  return Number(row?.n)
}

describe('with only the volume writable', () => {
  test('the gateway creates its database and accepts messages', async () => {
    const { url } = await image.start([], {}, withReadOnlyRoot(image.data))
    const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
    expect(await postForm(url, form)).toMatchObject({ status: 200 })
    expect(countWithContent()).toBe(1)
  })

  test('every command works on 10,000 messages next to the gateway, and retention completes', async () => {
    await createSentMessages(image.data, MESSAGES)
    const before = withReadOnlyRoot(image.data)
    const { child, said } = await image.start([], {}, before)
    expect(await messages('list')).toMatchObject({ exitCode: 0 })
    const forgotten = await messages('forget', 'visitor1@example.org', '--yes')
    expect(forgotten).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('Deleted 10 messages'),
    })
    const copy = join(image.data, 'copy.db')
    expect(await messages('backup', copy)).toMatchObject({ exitCode: 0 })
    expect(statSync(copy).size).toBeGreaterThan(5_000_000)
    const withContent = countWithContent()
    expect(withContent).toBeLessThan(MESSAGES)

    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const again = await image.start([], { RETENTION_DAYS: '30' }, before)
    await expect.poll(countWithContent, WAIT).toBeLessThan(withContent / 2)
    await expect.poll(again.said, WAIT).toContain('retention: content deleted')
    expect(said() + again.said()).not.toContain('maintenance task failed')
  })
})
