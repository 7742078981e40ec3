import { startTestGateway } from '../tests/fixtures/gateway.ts'
import { nowhere } from './no-store.ts'

// A program of its own: a gateway to measure. DELIVERS=no lets messages wait; STORES=no takes them in
// and keeps nothing, which is what the route costs by itself.

const { DELIVERS, STORES, PAGE_CAPTCHA } = process.env
const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
)
const { url, close } = await startTestGateway({
  environment,
  page: PAGE_CAPTCHA === 'altcha' ? { captcha: 'altcha' } : {},
  prepare: (gateway) => {
    if (STORES === 'no') Object.assign(gateway.store, nowhere)
    if (STORES === 'no' || DELIVERS === 'no') gateway.start = () => {}
  },
})
process.on('SIGTERM', () => close().then(() => process.exit(0)))
console.log(url)
