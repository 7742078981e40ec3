import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Verdict,
  VerifyInput,
} from 'reward-codes-gateway/internal/submissions/captcha/captcha.ts'
import { startTestGateway } from '../../tests/fixtures/gateway.ts'
import { nullStore } from './null-store.ts'

// A program of its own: a gateway to measure. DELIVERS=no lets messages wait; STORES=no takes them in
// and keeps nothing, which is what the route costs by itself. VERIFIES=no spends tokens of ALTCHA unseen.

const { DATA_DIR = '', DELIVERS, STORES, VERIFIES, PAGE_CAPTCHA } = process.env
const log = openSync(join(DATA_DIR, 'log'), 'a')
const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
)
const { url, close } = await startTestGateway({
  environment,
  writeLog: (line) => writeSync(log, `${line}\n`),
  page: PAGE_CAPTCHA === 'altcha' ? { captcha: 'altcha' } : {},
  prepare: (gateway) => {
    if (VERIFIES === 'no')
      for (const { captcha } of gateway.accounts.values()) captcha.verify = trust
    if (STORES === 'no') Object.assign(gateway.store, nullStore)
    if (STORES === 'no' || DELIVERS === 'no') gateway.delivery.start = () => {}
  },
})
process.on('SIGTERM', () => close().then(() => process.exit(0)))
console.log(url)

/** Takes every token for good, so that it is spent with its message and nothing else. */
async function trust({ token, now }: VerifyInput): Promise<Verdict> {
  const { challenge } = JSON.parse(Buffer.from(token, 'base64').toString())
  return {
    kind: 'passed',
    once: { key: `altcha:${challenge.parameters.nonce}`, expiresAt: now + 3_600_000 },
  }
}
