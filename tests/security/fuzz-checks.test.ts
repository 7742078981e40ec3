import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { asciiAddress, isAddress, mailboxOf } from 'reward-codes-gateway/internal/address.ts'
import { sanitizeLine, sanitizeText } from 'reward-codes-gateway/internal/cli/terminal/sanitize.ts'
import { networksOf } from 'reward-codes-gateway/internal/http/rate-limit.ts'
import { altcha } from 'reward-codes-gateway/internal/submissions/altcha.ts'
import {
  parseForm,
  submissionFromForm,
  submissionFromJson,
} from 'reward-codes-gateway/internal/submissions/parse.ts'
import { renderHtml, renderText } from 'reward-codes-gateway/internal/template.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readImport } from '../../packages/reward-codes/import/read-import.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { FUZZ_TIMEOUT, forEvery, hostileText, keepCount, startCount } from '../fixtures/fuzz.ts'
import { solveCaptcha, startTestGateway } from '../fixtures/gateway.ts'
import { processorMs } from '../fixtures/processes.ts'
import { shortOrLong } from '../fixtures/results.ts'

const HUGE = 100_000

/** One piece many times with another end, which is what a pattern that goes back and forth hates. */
const huge = fc
  .tuple(
    fc.constantFrom('', 'a@', 'x@b.', '"', '<', '::ffff:', 'multipart/form-data; boundary='),
    fc.oneof(
      fc.constantFrom(
        'a',
        '.',
        '-',
        '@',
        'a.',
        'a-',
        ' ',
        '\t',
        '\r',
        '\n',
        '\r\n',
        '0',
        '1:',
        ':',
        '::',
        ';',
        ',',
        '"',
        '\\',
        '\\"',
        '{{',
        '{{{',
        '}}',
        '<',
        '&',
        '=',
        '%',
        '%0',
        'é',
        '😀',
        '\ud800',
        '\u0301',
        '>From ',
        '\u001b[',
        '--',
        '{"a":',
        '[',
        '=?',
        '＠',
        'xn--',
      ),
      fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }),
    ),
    fc.constantFrom('', '!', '@', '.', '\n', '"', '\0', ' x'),
  )
  .map(([begin, piece, end]) => begin + piece.repeat(Math.ceil(HUGE / piece.length)) + end)

const readForm = async (body: string, contentType = 'multipart/form-data; boundary=a') =>
  submissionFromForm(await parseForm(Buffer.from(body), contentType))

const CHECKS: Record<string, (text: string) => unknown> = {
  'an address': isAddress,
  'an address for every server': (text) => asciiAddress(`a@${text}`),
  'a blocked address': mailboxOf,
  'a form': (text) => readForm(text),
  'a form and its boundary': (text) =>
    readForm(text, text.replace(/[^\x20-\x7e]/g, '')).catch(() => {}),
  'a form with one field': (text) =>
    readForm(`--a\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n${text}\r\n--a--`),
  'variables in JSON': (text) => submissionFromJson({ template_params: { [text]: text } }),
  'a network address': networksOf,
  'a text in a mail': (text) => renderText('{{a}}{{#a}}x{{/a}}', { a: text }),
  'a text in HTML': (text) => renderHtml('{{a}}{{{a}}}', { a: text }),
  'a captcha token': (text) =>
    altcha('portfolio', 'secret').verify({
      token: text,
      scoreToken: '',
      hostname: undefined,
      now: 0,
    }),
  'a line on a terminal': sanitizeLine,
  'a text on a terminal': sanitizeText,
}

test('every check of a field comes to an end with 100 KB of anything', FUZZ_TIMEOUT, async () => {
  const count = startCount()
  const slowest = { name: '', ms: 0 }
  const checks = fc.constantFrom(...Object.keys(CHECKS))
  await forEvery(count, fc.tuple(checks, huge), shortOrLong(100, 9000), async ([name, text]) => {
    const begun = performance.now()
    await CHECKS[name]?.(text)
    const ms = performance.now() - begun
    if (ms > slowest.ms) Object.assign(slowest, { name, ms })
  })
  count.figures['slowest check'] = slowest.name
  keepCount('validation of fields of 100 KB each', count)
})

const change = fc.tuple(
  fc.nat(),
  fc.nat({ max: 4 }),
  fc.oneof(fc.string({ maxLength: 4 }), hostileText),
)

test('no captcha token but a solved one is good', FUZZ_TIMEOUT, async () => {
  const gateway = await startTestGateway({ page: { captcha: 'altcha' } })
  onTestFinished(gateway.close)
  const token = await solveCaptcha(gateway.url)
  const { captcha } = gateway.gateway
  const verify = (given: string) =>
    captcha?.verify({ token: given, scoreToken: '', hostname: undefined, now: Date.now() })
  const solved = await verify(token)
  expect(solved).toMatchObject({ kind: 'passed' })
  const count = startCount()
  const json = Buffer.from(token, 'base64').toString()
  await forEvery(
    count,
    fc.tuple(fc.boolean(), change),
    shortOrLong(60, 2500),
    async ([isInside, [at, cut, put]]) => {
      const whole = isInside ? json : token
      const place = at % whole.length
      const changed = `${whole.slice(0, place)}${put}${whole.slice(place + cut)}`
      const verdict = await verify(
        isInside ? btoa(unescape(encodeURIComponent(changed.toWellFormed()))) : changed,
      )
      // The same solution written down in another way is still the same, and is spent as the same.
      if (verdict?.kind === 'passed') expect(verdict).toEqual(solved)
      else expect(verdict?.kind).toBe('refused')
    },
  )
  keepCount('captcha tokens with random changes', count)
})

const RESUME = JSON.stringify({
  basics: { name: 'Ada', profiles: [{ url: 'x' }] },
  work: [{ startDate: '2020-01' }],
  skills: [{}],
})
const TABLE = 'First Name,Last Name,Headline\nAda,Nowak,"x"\n'

test('every file that is brought in is read or refused in words', FUZZ_TIMEOUT, async () => {
  const folder = freshFolder()
  const count = startCount()
  const base = fc.constantFrom(RESUME, TABLE, 'PK\u0003\u0004', '')
  const names = fc.constantFrom('Profile.csv', 'resume.json', 'x.zip', 'x')
  const edits = fc.array(change, { minLength: 1, maxLength: 4 })
  await forEvery(
    count,
    fc.tuple(base, names, edits),
    shortOrLong(80, 9000),
    ([whole, name, all]) => {
      const text = all.reduce((old, [at, cut, put]) => {
        const place = at % (old.length + 1)
        return `${old.slice(0, place)}${put}${old.slice(place + cut)}`
      }, whole)
      const file = join(folder, name)
      writeFileSync(file, text)
      const read = readImport(file)
      if (!read.ok) expect(read.error).not.toBe('')
    },
  )
  keepCount('import files with random changes', count)
})

// Tests of the CPU time limit that all fuzz tests rely on.

const CPU_TIME_EXCEEDED = { cause: { message: expect.stringMatching(/ms of the processor/) } }
const input = fc.constant('input')

/** Uses this much CPU time. */
function toil(milliseconds: number) {
  const worked = () => process.cpuUsage().user / 1000
  const begun = worked()
  let sum = 0
  while (worked() - begun < milliseconds) {
    for (let n = 0; n < 1_000_000; n++) sum += Math.sqrt(n)
  }
  return sum
}

test('an input that takes more than a second of CPU time in this process is reported', async () => {
  const work = forEvery(startCount(), input, 1, () => {
    toil(1200)
  })
  await expect(work).rejects.toMatchObject(CPU_TIME_EXCEEDED)
})

test('an input that takes more than that in a child process is reported, and waiting is not', async () => {
  const program = `${toil}
    process.stdin.on('data', (text) => console.log(toil(Number(text))))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill()
  })
  const count = () => startCount({}, () => processorMs(child.pid))
  const work = (milliseconds: number) => async () => {
    child.stdin.write(String(milliseconds))
    await once(child.stdout, 'data')
  }
  await forEvery(count(), input, 1, work(10))
  await forEvery(count(), input, 1, () => new Promise((resolve) => setTimeout(resolve, 1200)))
  await expect(forEvery(count(), input, 1, work(1200))).rejects.toMatchObject(CPU_TIME_EXCEEDED)
})
