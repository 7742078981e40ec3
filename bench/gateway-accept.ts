import { altcha } from '../src/gateway/captcha/altcha.ts'
import { sharedSecret } from '../src/gateway/store/secrets.ts'
import { openStore } from '../src/gateway/store/store.ts'
import { solvedCaptchas } from '../tests/fixtures/load.ts'
import { memoryOf } from '../tests/fixtures/memory.ts'
import { openDisk } from './disk.ts'
import { type Figure, interleave, type Sample, tableOf, write, writeFigure } from './figures.ts'
import { type Gateway, startGateway, startQuickMailServer } from './gateway-place.ts'
import { requestOf, sendAll } from './visitors.ts'

// From the form to the 200, as fast as visitors can send.

const MESSAGES = 600
const VISITORS = 32

const ROUTE = 'the same route, storing nothing'
const STORED = 'stored durably'
const DELIVERED = 'stored durably and delivered meanwhile'
const ALTCHA = 'stored durably, with ALTCHA'
const TRUSTED = 'the same, its tokens spent but not verified'
const VERIFIED = 'verifying ALTCHA, nothing else'

export async function measureAccepting(): Promise<string> {
  const mail = await startQuickMailServer()
  const disk = openDisk()
  const gateways = {
    [ROUTE]: await startGateway({ STORES: 'no' }),
    [STORED]: await startGateway({ DELIVERS: 'no' }),
    [DELIVERED]: await startGateway({ SMTP_URL: mail.url }),
    [ALTCHA]: await startGateway({ DELIVERS: 'no', PAGE_CAPTCHA: 'altcha' }),
    [TRUSTED]: await startGateway({ DELIVERS: 'no', PAGE_CAPTCHA: 'altcha', VERIFIES: 'no' }),
  }
  const setups = {
    "the disk's single commits": async () => ({ 'a second': disk.commitsASecond(MESSAGES) }),
    [ROUTE]: () => send(gateways[ROUTE]),
    [STORED]: () => send(gateways[STORED]),
    [DELIVERED]: () => send(gateways[DELIVERED]),
    [VERIFIED]: await openVerifying(gateways[ALTCHA]),
    [ALTCHA]: () => sendSolved(gateways[ALTCHA]),
    [TRUSTED]: () => sendSolved(gateways[TRUSTED]),
  }
  // Once for all of them alike, so that each is warm when it is measured.
  for (const setup of Object.values(setups)) await setup()
  const measured = await interleave(setups)
  for (const gateway of Object.values(gateways)) await gateway.close()
  disk.close()
  await mail.close()
  return `${tableOf(withRatios(measured))}\n\n${shareOfVerifying(measured)}`
}

/** Messages, each with the token of a solved captcha where the gateway asks for one. */
async function send({ url, pid }: Gateway, tokens: string[] = []): Promise<Sample> {
  const requests = await Promise.all(
    Array.from({ length: MESSAGES }, (_, index) => requestOf(url, tokens[index])),
  )
  const { seconds, waits } = await sendAll(url, requests, VISITORS)
  return {
    'a second': MESSAGES / seconds,
    'p50 ms': waits[Math.floor(MESSAGES / 2)] ?? Number.NaN,
    'p99 ms': waits[Math.floor(MESSAGES * 0.99)] ?? Number.NaN,
    MiB: memoryOf(pid),
  }
}

async function sendSolved(gateway: Gateway) {
  return send(gateway, await solvedCaptchas({ dataFolder: gateway.folder }, MESSAGES))
}

/** Verifies as a gateway does, for as many visitors at once, in a loop that does nothing else. */
async function openVerifying({ folder }: Gateway) {
  const place = { dataFolder: folder }
  const store = await openStore(place)
  const { verify } = altcha('portfolio', await sharedSecret(store.db, 'gateway'))
  await store.close()
  const tokens = await solvedCaptchas(place, MESSAGES)
  return async () => {
    const left = [...tokens]
    const answer = { scoreToken: '', hostname: undefined, now: Date.now() }
    const visit = async () => {
      for (let token = left.pop(); token; token = left.pop()) {
        const { kind } = await verify({ token, ...answer })
        if (kind !== 'passed') throw new Error('A captcha was refused.')
      }
    }
    const begin = performance.now()
    await Promise.all(Array.from({ length: VISITORS }, visit))
    return { 'a second': (MESSAGES / (performance.now() - begin)) * 1000 }
  }
}

type Measured = Record<string, Record<string, Figure>>

const rateOf = (measured: Measured, name: string) =>
  measured[name]?.['a second']?.median ?? Number.NaN

function withRatios(measured: Measured) {
  const limit = rateOf(measured, ROUTE)
  return Object.fromEntries(
    Object.entries(measured).map(([name, figures]) => [
      name,
      {
        ...Object.fromEntries(
          ['a second', 'p50 ms', 'p99 ms', 'MiB'].map((what) => {
            const figure = figures[what]
            return [what, figure ? writeFigure(figure) : '']
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
    `With ALTCHA a message takes ${write(added)} ms longer. Of that, ` +
    `${share(milliseconds(ALTCHA) - milliseconds(TRUSTED))} is gone where tokens are spent but not verified; ` +
    `verification alone takes ${share(milliseconds(VERIFIED))}.`
  )
}
