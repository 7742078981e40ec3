import { altcha } from '../src/gateway/captcha/altcha.ts'
import { sharedSecret } from '../src/gateway/store/secrets.ts'
import { openStore } from '../src/gateway/store/store.ts'
import { solvedCaptchas } from '../tests/fixtures/load.ts'
import { memoryOf } from '../tests/fixtures/memory.ts'
import { openDisk } from './disk.ts'
import { type Figure, interleave, tableOf, write, writeFigure } from './figures.ts'
import { type Gateway, startGateway, startQuickMailServer } from './gateway-place.ts'
import { requestOf, sendAll } from './visitors.ts'

// From the form to the 200, as fast as visitors can send.

const MESSAGES = 600
const TOKENS = 200
const WARM_UP = 300
const VISITORS = 32

const ROUTE = 'the same route, storing nothing'
const STORED = 'stored durably'
const DELIVERED = 'stored durably and delivered meanwhile'
const ALTCHA = 'stored durably, with ALTCHA'
const VERIFIED = 'verifying ALTCHA, nothing else'

export async function measureAccepting(): Promise<string> {
  const mail = await startQuickMailServer()
  const disk = openDisk()
  const gateways = {
    [ROUTE]: await startGateway({ STORES: 'no' }),
    [STORED]: await startGateway({ DELIVERS: 'no' }),
    [DELIVERED]: await startGateway({ SMTP_URL: mail.url }),
    [ALTCHA]: await startGateway({ DELIVERS: 'no', PAGE_CAPTCHA: 'altcha' }),
  }
  for (const [name, gateway] of Object.entries(gateways)) {
    if (name !== ALTCHA) await send(gateway, await requestsTo(gateway, WARM_UP))
  }
  const captcha = await openCaptcha(gateways[ALTCHA])
  await send(gateways[ALTCHA], await captcha.requests())
  const accept = (gateway: Gateway) => async () =>
    send(gateway, await requestsTo(gateway, MESSAGES))
  const measured = await interleave({
    "the disk's single commits": async () => ({ 'a second': disk.commitsASecond(MESSAGES) }),
    [ROUTE]: accept(gateways[ROUTE]),
    [STORED]: accept(gateways[STORED]),
    [DELIVERED]: accept(gateways[DELIVERED]),
    [VERIFIED]: captcha.verify,
    [ALTCHA]: async () => send(gateways[ALTCHA], await captcha.requests()),
  })
  for (const gateway of Object.values(gateways)) await gateway.close()
  disk.close()
  await mail.close()
  return `${tableOf(withRatios(measured))}\n\n${shareOfVerifying(measured)}`
}

function requestsTo({ url }: Gateway, count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, () => requestOf(url)))
}

async function send({ url, pid }: Gateway, requests: Buffer[]) {
  const { length } = requests
  const { seconds, waits } = await sendAll(url, requests, VISITORS)
  return {
    'a second': length / seconds,
    'p50 ms': waits[Math.floor(length / 2)] ?? Number.NaN,
    'p99 ms': waits[Math.floor(length * 0.99)] ?? Number.NaN,
    MiB: memoryOf(pid),
  }
}

/** Solved captchas of a gateway: in forms that are sent to it, and to be verified by themselves. */
async function openCaptcha({ folder, url }: Gateway) {
  const place = { dataFolder: folder }
  const store = await openStore(place)
  const { verify } = altcha('portfolio', await sharedSecret(store.db, 'gateway'))
  await store.close()
  const used = await solvedCaptchas(place, TOKENS)
  return {
    requests: async () => {
      const tokens = await solvedCaptchas(place, TOKENS)
      return Promise.all(tokens.map((token) => requestOf(url, token)))
    },
    verify: async () => {
      const begin = performance.now()
      const answer = { scoreToken: '', hostname: undefined, now: Date.now() }
      const verdicts = await Promise.all(used.map((token) => verify({ token, ...answer })))
      if (verdicts.some(({ kind }) => kind !== 'passed')) throw new Error('A captcha was refused.')
      return { 'a second': (TOKENS / (performance.now() - begin)) * 1000 }
    },
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

/** What a captcha adds to a message, and how much of that is the work of the captcha itself. */
function shareOfVerifying(measured: Measured): string {
  const milliseconds = (name: string) => 1000 / rateOf(measured, name)
  const added = milliseconds(ALTCHA) - milliseconds(STORED)
  const alone = milliseconds(VERIFIED)
  return (
    `With ALTCHA a message takes ${write(added)} ms longer; its verification alone takes ${write(alone)} ms, ` +
    `${write((100 * alone) / added)} % of that.`
  )
}
