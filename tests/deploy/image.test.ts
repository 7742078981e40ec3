import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countingSyncs } from '../fixtures/failing-disk.ts'
import { freshForm, postForm, solveCaptcha } from '../fixtures/gateway.ts'
import { imagePrograms, readImageRecipe, stop } from '../fixtures/image.ts'
import { countWithContent, createSentMessages } from '../fixtures/messages.ts'
import { freePort } from '../fixtures/processes.ts'
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

const PAGE = '<!doctype html><title>Finished elsewhere</title>'
const recipe = readImageRecipe()

let image: ReturnType<typeof imagePrograms>

beforeEach(() => {
  image = imagePrograms(PAGE)
})

afterEach(() => image.remove())

test('the image accepts a message, leaves the page to another host, and writes only to its volume', async () => {
  const before = namesBelow(image.folder)
  const { url } = await image.start()
  expect(await (await fetch(url)).text()).not.toBe(PAGE)
  const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
  expect(namesBelow(image.folder)).toEqual(before)
  expect(readdirSync(image.data)).toContain('messages.db')
})

test('the health check passes while the program runs, and fails when it is stopped', async () => {
  const port = String(await freePort())
  const { child } = await image.start([], { OPS_PORT: port })
  expect(await checkHealth(port)).toBe(0)
  await stop(child)
  expect(await checkHealth(port)).toBe(1)
})

test('an accepted message is synced to the disk before the answer', async () => {
  const { before, count } = countingSyncs(image.data)
  const { url } = await image.start([], {}, before)
  // Waits for the first maintenance run to end.
  let last = -1
  const isQuiet = () => {
    const before = last
    last = count()
    return last === before
  }
  await expect.poll(isQuiet, { interval: 500 }).toBe(true)
  const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
  expect(count()).toBeGreaterThan(last)
})

test('a page-only server has a health check too', async () => {
  const port = String(await freePort())
  await image.start(['--role', 'web'], { OPS_PORT: port })
  expect(await checkHealth(port)).toBe(0)
})

test('a second program on the same ops port still serves its visitors and logs a warning', async () => {
  const port = String(await freePort())
  await image.start([], { OPS_PORT: port })
  const { url, said } = await image.start(['--role', 'web'], { OPS_PORT: port })
  expect(await (await fetch(url)).text()).toBe(PAGE)
  expect(said()).toContain('ops port unavailable')
  expect(said()).toContain('set OPS_PORT to a free port')
})

test('without a built site and accounts, the start fails with an error', async () => {
  rmSync(join(image.folder, 'dist'), { recursive: true })
  const { exitCode, error } = await image.run([...recipe.entryPoint, ...recipe.command]).ended
  expect(exitCode).toBe(1)
  expect(error).toContain('No site uses this gateway')
})

test('without a terminal, every log line is a JSON object', async () => {
  const { url, child, said } = await image.start()
  await postForm(url, {}, { origin: 'https://stranger.example' })
  await expect.poll(said).toContain('request rejected')
  await stop(child)
  const lines = said().trim().split('\n')
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    expect(JSON.parse(line), line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: expect.stringMatching(/^(info|warn|error)$/),
      event: expect.any(String),
    })
  }
})

test('the image and .node-version use the Node version of the tests', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [major] = devDependencies.node.split('.')
  expect(new Set(recipe.bases)).toEqual(new Set([`node:${major}-slim`]))
  expect(readFileSync(join(ROOT, '.node-version'), 'utf8').trim()).toBe(major)
})

/** More than SQLite sorts in memory: without `temp_store = memory` it needs temporary files. */
const MESSAGES = 10_000

test('with only the volume writable, every command works next to the gateway, and retention completes', async () => {
  await createSentMessages(image.data, MESSAGES)
  const before = withReadOnlyRoot(image.data)
  const messages = async (...words: string[]) => {
    const command = [...recipe.entryPoint, 'messages', ...words]
    const { exitCode, out, error } = await image.run(command, {}, before).ended
    return { exitCode, said: out + error }
  }
  const { url, child, said } = await image.start([], {}, before)
  const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
  expect(await messages('list')).toMatchObject({ exitCode: 0 })
  const forgotten = await messages('forget', 'visitor1@example.org', '--yes')
  expect(forgotten).toMatchObject({
    exitCode: 0,
    said: expect.stringContaining('Deleted 10 messages'),
  })
  const copy = join(image.data, 'copy.db')
  expect(await messages('backup', copy)).toMatchObject({ exitCode: 0 })
  expect(statSync(copy).size).toBeGreaterThan(5_000_000)
  const withContent = countWithContent(image.data)
  expect(withContent).toBeLessThan(MESSAGES)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  const again = await image.start([], { RETENTION_DAYS: '30' }, before)
  await expect.poll(() => countWithContent(image.data)).toBeLessThan(withContent / 2)
  await expect.poll(again.said).toContain('retention: content deleted')
  expect(said() + again.said()).not.toContain('maintenance task failed')
})

async function checkHealth(port: string): Promise<number> {
  const { exitCode } = await image.run(recipe.healthCheck, { OPS_PORT: port }).ended
  return exitCode
}

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('node_modules/'))
    .sort()
}
