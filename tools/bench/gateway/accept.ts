import { sharedSecret } from 'reward-codes-gateway/internal/store/secrets.ts'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { altcha } from 'reward-codes-gateway/internal/submissions/captcha/altcha.ts'
import { solvedCaptchas } from '../../tests/fixtures/load.ts'
import { memoryOf } from '../../tests/fixtures/memory.ts'
import { freshDatabase } from '../../tests/fixtures/postgres.ts'
import { openDisk } from './disk.ts'
import { type Figure, interleave, type Sample, tableOf, write, writeFigure } from './figures.ts'
import { startGateway, startMailCounter } from './gateway-environment.ts'
import { processorSeconds } from './processor.ts'
import { requestsTo, sendAll } from './visitors.ts'

// From the form to the 200 and to the mail server, as fast as visitors can send, for as long as it takes
// caches, logs and checkpoints to cost what they cost. Each run has a gateway of its own.

const VISITORS = 32
const WARM_UP_SECONDS = 5
const SECONDS = 20
/** With a captcha, a run ends when its solved ones are spent. */
const WARM_UP_CAPTCHAS = 2000
const CAPTCHAS = 12_000
const COMMITS = 10_000

const DISK = 'single commits of the disk'
const ROUTE = 'the same route, storing nothing'
const STORED = 'stored durably'
const DELIVERED = 'stored durably and delivered'
const ALTCHA = 'stored durably, with ALTCHA'
const TRUSTED = 'the same, tokens used but not verified'
const VERIFIED = 'ALTCHA verification only'
const POSTGRES = 'PostgreSQL, stored durably'
const POSTGRES_DELIVERED = 'PostgreSQL, stored durably and delivered'

const ACCEPTED = 'accepted/s'
const MAILED = 'delivered/s'
const PROCESSOR = 'CPU ms per message'

type MailCounter = Awaited<ReturnType<typeof startMailCounter>>

export async function measureAccepting(postgres: string): Promise<string> {
  const mail = await startMailCounter()
  const disk = openDisk()
  const withAltcha = { DELIVERS: 'no', PAGE_CAPTCHA: 'altcha' }
  const measured = await interleave({
    [DISK]: async () => ({ [ACCEPTED]: disk.commitsASecond(COMMITS) }),
    [ROUTE]: () => load({ STORES: 'no' }),
    [STORED]: () => load({ DELIVERS: 'no' }),
    [DELIVERED]: () => load({ SMTP_URL: mail.url }, mail),
    [POSTGRES]: () => onPostgres(postgres, (place) => load({ DELIVERS: 'no', ...place })),
    [POSTGRES_DELIVERED]: () =>
      onPostgres(postgres, (place) => load({ SMTP_URL: mail.url, ...place }, mail)),
    [VERIFIED]: verifyOnly,
    [ALTCHA]: () => load(withAltcha),
    [TRUSTED]: () => load({ ...withAltcha, VERIFIES: 'no' }),
  })
  disk.close()
  await mail.close()
  return `${tableOf(withRatios(measured))}\n\n${shareOfVerifying(measured)}`
}

async function onPostgres(
  server: string,
  measure: (place: { DATABASE_URL: string }) => Promise<Sample>,
): Promise<Sample> {
  const database = await freshDatabase(server)
  try {
    return await measure({ DATABASE_URL: database.url })
  } finally {
    await database.drop()
  }
}

/** Warms a gateway up, then counts what it answers and what comes to the mail server in the same time. */
async function load(environment: Record<string, string>, mail?: MailCounter): Promise<Sample> {
  const gateway = await startGateway(environment)
  const request = await requestsTo(gateway.url)
  const tokens = environment.PAGE_CAPTCHA
    ? await solvedCaptchas({ dataFolder: gateway.folder }, WARM_UP_CAPTCHAS + CAPTCHAS)
    : undefined
  const until = (seconds: number, tokensLeft: number) => {
    const end = performance.now() + seconds * 1000
    return () => {
      if (!tokens) return performance.now() < end ? request() : undefined
      return tokens.length > tokensLeft ? request(tokens.pop()) : undefined
    }
  }
  await sendAll(gateway.url, until(WARM_UP_SECONDS, CAPTCHAS), VISITORS)
  const before = await mail?.count()
  const usedBefore = processorSeconds([gateway.pid])
  const { answered, seconds, waits } = await sendAll(gateway.url, until(SECONDS, 0), VISITORS)
  const after = await mail?.count()
  const sample = {
    [ACCEPTED]: answered / seconds,
    [MAILED]: after === undefined ? Number.NaN : (after - (before ?? 0)) / seconds,
    'p50 ms': waits[Math.floor(answered / 2)] ?? Number.NaN,
    'p99 ms': waits[Math.floor(answered * 0.99)] ?? Number.NaN,
    [PROCESSOR]: ((processorSeconds([gateway.pid]) - usedBefore) * 1000) / answered,
    MiB: memoryOf(gateway.pid),
  }
  await gateway.close()
  return sample
}

/** Verifies as a gateway does, for as many visitors at once, in a loop that does nothing else. */
async function verifyOnly(): Promise<Sample> {
  const gateway = await startGateway({ DELIVERS: 'no' })
  const place = { dataFolder: gateway.folder }
  const tokens = await solvedCaptchas(place, WARM_UP_CAPTCHAS + CAPTCHAS)
  const store = await openStore(place)
  const { verify } = altcha('portfolio', await sharedSecret(store.db, 'gateway'))
  await store.close()
  await gateway.close()
  const answer = { scoreToken: '', hostname: undefined, now: Date.now() }
  const visit = async (left: string[]) => {
    for (let token = left.pop(); token; token = left.pop()) {
      const { kind } = await verify({ token, ...answer })
      if (kind !== 'passed') throw new Error('A captcha was refused.')
    }
  }
  const visitAll = (left: string[]) =>
    Promise.all(Array.from({ length: VISITORS }, () => visit(left)))
  await visitAll(tokens.splice(0, WARM_UP_CAPTCHAS))
  const begin = performance.now()
  await visitAll(tokens)
  return { [ACCEPTED]: (CAPTCHAS / (performance.now() - begin)) * 1000 }
}

type Measured = Record<string, Record<string, Figure>>

const rateOf = (measured: Measured, name: string) =>
  measured[name]?.[ACCEPTED]?.median ?? Number.NaN

function withRatios(measured: Measured) {
  const limit = rateOf(measured, ROUTE)
  return Object.fromEntries(
    Object.entries(measured).map(([name, figures]) => [
      name,
      {
        ...Object.fromEntries(
          [ACCEPTED, MAILED, 'p50 ms', 'p99 ms', PROCESSOR, 'MiB'].map((what) => {
            const figure = figures[what]
            return [what, figure && !Number.isNaN(figure.median) ? writeFigure(figure) : '']
          }),
        ),
        'of the route': `${write((100 * rateOf(measured, name)) / limit)} %`,
      },
    ]),
  )
}

/**
 * What a captcha adds to a message, and how much of that is the work of the captcha itself: what goes
 * when tokens are spent unseen, and what it takes where nothing else is done.
 */
function shareOfVerifying(measured: Measured): string {
  const milliseconds = (name: string) => 1000 / rateOf(measured, name)
  const added = milliseconds(ALTCHA) - milliseconds(STORED)
  const share = (part: number) => `${write(part)} ms (${write((100 * part) / added)} %)`
  return (
    `With ALTCHA a message takes ${write(added)} ms longer. Using the tokens without verifying ` +
    `them saves ${share(milliseconds(ALTCHA) - milliseconds(TRUSTED))}; ` +
    `verification alone takes ${share(milliseconds(VERIFIED))}.`
  )
}
