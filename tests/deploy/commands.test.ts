import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Runs the commands that the documents name, in the folder of a site, as they are written there.

const DOCUMENTS = [
  ...['README.md', 'docs/owner.md', 'docs/operating.md', 'docs/security.md', 'docs/releases.md'],
  'packages/create/template/README.md',
  'deploy/server.sh',
]

/** What the documents leave to the reader. */
const PLACEHOLDERS: [written: RegExp, value: string][] = [
  [/\bID(\.\.\.)?/g, 'latest'],
  [/\b3fa9c1\b/g, 'latest'],
  [/\bADDRESS\b/g, 'anna@example.com'],
  [/\bFILE\b|~\/messages\.db|\/data\/copy\.db|\banna\.json/g, 'made.out'],
  [/https:\/\/(?:name\.github|www\.example|mail\.example)\S*/g, 'http://127.0.0.1:1/'],
  [/"Anna Nowak"/g, 'Anna'],
]

/** Servers, and the build: `tests/packages` and `tests/e2e` run them. Here, only their help. */
const LONG = ['start', 'dev', 'build']

const commands = [...new Set(DOCUMENTS.flatMap((name) => commandsIn(read(name))))]

let site: Site
beforeAll(() => {
  site = createSite()
})
afterAll(() => site.remove())

test.each(commands)('reward-codes %s is no usage error', async (command) => {
  const [name = '', ...args] = command.split(' ')
  if (name === 'dev' || name === 'build') {
    const { scripts } = JSON.parse(read('site/package.json'))
    expect(scripts[name]).toBe(`astro ${name}`)
    return
  }
  const values = args.map((arg) =>
    PLACEHOLDERS.reduce((text, [written, value]) => text.replace(written, value), arg),
  )
  const isLong = LONG.includes(name)
  const { exitCode, out, error } = await site.run([name, ...values, ...(isLong ? ['--help'] : [])])
  // 1: nothing is stored here yet, or no mail server is set. `init` finds a portfolio.
  expect(exitCode, out + error).toBeLessThanOrEqual(name === 'init' ? 2 : 1)
  expect(out + error).not.toMatch(/unknown (?:option|command)|Did you mean|too many arguments/i)
})

/** The commands of `reward-codes`, without comments and what the shell does around them. */
function commandsIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, inner = '']) => inner)
    .flatMap((inner) => inner.split(/\n|&&|\|\|| {2,}#| > /))
  const calls = code.flatMap((line) => {
    const npm = /npm (?:run (?:--silent )?)?(start|dev|build|init|messages|doctor)(?: -- (.+))?$/
    const [, script, options] = npm.exec(line.trim()) ?? []
    const [, direct] =
      /(?:npx |exec portfolio )reward-codes(?:-gateway)? (.+)$/.exec(line.trim()) ?? []
    return script ? [[script, options].filter(Boolean).join(' ')] : direct ? [direct] : []
  })
  // `npm run messages` alone names a group of commands.
  return calls
    .map((call) =>
      call
        .replace(/\$\([^)]*\)/, 'today')
        .replace(/\s+#.*$/, '')
        .trim(),
    )
    .filter((call) => call !== 'messages')
}

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}
