import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../fixtures/free-port.ts'
import { freshForm, postForm, solveCaptcha } from '../fixtures/gateway.ts'
import { assembleImage } from '../fixtures/image-folder.ts'
import { readImageRecipe } from '../fixtures/image-recipe.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = '<!doctype html><title>Finished elsewhere</title>'
const recipe = readImageRecipe()

let image: ReturnType<typeof assembleImage>
let data: string
const running: ChildProcess[] = []

beforeEach(() => {
  image = assembleImage(PAGE)
  data = mkdtempSync(join(tmpdir(), 'reward-codes-volume-'))
})

afterEach(async () => {
  for (const child of running.splice(0)) await stop(child)
  image.remove()
  rmSync(data, { recursive: true })
})

test('what the image holds serves the page, takes a message in, and writes to its volume alone', async () => {
  const before = namesBelow(image.folder)
  const { url, said } = await start()
  expect(await (await fetch(url)).text()).toBe(PAGE)
  expect(said()).not.toContain('npm run build')
  const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
  expect(namesBelow(image.folder)).toEqual(before)
  expect(readdirSync(data)).toContain('messages.db')
})

test('the health check passes while the program can work, and fails when it does not', async () => {
  const port = String(await freePort())
  const { child } = await start(['--only', 'gateway'], { OPERATE_PORT: port })
  expect(await checkHealth(port)).toBe(0)
  await stop(child)
  expect(await checkHealth(port)).toBe(1)
})

test('a server of the page alone has a health check too', async () => {
  const port = String(await freePort())
  await start(['--only', 'page'], { OPERATE_PORT: port })
  expect(await checkHealth(port)).toBe(0)
})

test('a second program on the port of health checks serves its visitors, and says what is wrong', async () => {
  const port = String(await freePort())
  await start([], { OPERATE_PORT: port })
  const { url, said } = await start(['--only', 'page'], { OPERATE_PORT: port })
  expect(await (await fetch(url)).text()).toBe(PAGE)
  expect(said()).toContain('nobody can ask this program how it is; it runs all the same')
  expect(said()).toContain(`OPERATE_PORT=${Number(port) + 1}`)
})

test('a page made from other content is served as it is where nothing can be built', async () => {
  appendFileSync(join(image.folder, 'content/portfolio.yaml'), '# changed\n')
  const { url, said } = await start()
  expect(await (await fetch(url)).text()).toBe(PAGE)
  expect(said()).toContain('npm run build')
})

test('without a finished page and without the packages that build one, it says what to do', async () => {
  rmSync(join(image.folder, 'dist'), { recursive: true })
  const { child, said } = run([...recipe.entryPoint, ...recipe.command])
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(said()).toContain('npm run build')
})

test('all that the recipe copies exists and is let through to it', () => {
  const admitted = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const sources = recipe.copies.filter(({ from }) => !from).flatMap(({ sources }) => sources)
  expect(sources).toContain('src')
  for (const source of sources) {
    expect(existsSync(join(ROOT, source)), source).toBe(true)
    expect(admitted).toContain(`!${source}`)
  }
})

test('where nobody watches, all that the program says while it runs is JSON, an object a line', async () => {
  const { url, child, said } = await start()
  await postForm(url, {}, { origin: 'https://stranger.example' })
  await expect.poll(said).toContain('request refused')
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

test('image and hosts use the Node that the project is tested with', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [major] = devDependencies.node.split('.')
  expect(new Set(recipe.bases)).toEqual(new Set([`node:${major}-slim`]))
  expect(readFileSync(join(ROOT, '.node-version'), 'utf8').trim()).toBe(major)
})

/** Runs a command in the image's folder as the image would, under no settings but its own. */
function run([, ...args]: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: image.folder,
    env: {
      PATH: process.env.PATH,
      ...recipe.environment,
      HOST: '127.0.0.1',
      PORT: '0',
      OPERATE_PORT: '0',
      DATA_FOLDER: data,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  }
  return { child, said: () => said }
}

async function start(words: string[] = [], settings: Record<string, string> = {}) {
  const { child, said } = run([...recipe.entryPoint, ...recipe.command, ...words], settings)
  const ended = once(child, 'exit')
  const url = () => said().match(/ is at (http:\S+)/)?.[1]
  while (!url()) {
    await Promise.race([
      once(child.stdout, 'data'),
      ended.then(() => Promise.reject(new Error(`The program ended. ${said()}`))),
    ])
  }
  return { url: url() ?? '', child, said }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function checkHealth(port: string): Promise<number | null> {
  const { child } = run(recipe.healthCheck, { OPERATE_PORT: port })
  const [code] = await once(child, 'exit')
  return code
}

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}
