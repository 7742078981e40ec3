import { domainOf } from '../../delivery/address.ts'
import type { DeliveryStatus } from '../../http/submissions.ts'
import { textOf } from '../../log.ts'
import type { OwnSite } from '../../own-site.ts'
import {
  ACCOUNT_FIELD,
  CHALLENGE_PATH,
  DELIVERY_PATH,
  isEmailJsHost,
  REASON_HEADER,
} from '../../protocol.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { checkRecipientDns, type Dns } from './mail-dns.ts'

const TIMEOUT_MS = 10_000
/** What a page protects its visitors with. GitHub Pages cannot send any of them. */
const HEADERS: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/i,
  'referrer-policy': /./,
  'content-security-policy': /frame-ancestors/,
}

/** Checks the site that is online at an address, from here and without sending a message. */
export async function* checkOnline(
  url: URL,
  site: OwnSite | undefined,
  dns: Dns,
): AsyncGenerator<Finding> {
  const page = await request(url)
  if (typeof page === 'string') {
    const advice = 'Check the DNS record, the certificate, that the server runs, and its firewall.'
    yield failed('page', `${url} does not answer: ${page}`, advice)
    return
  }
  yield checkPage(url, page)
  yield checkHeaders(page)
  if (site) yield* await checkWay(site, dns, url)
}

type Answer = { status: number; headers: Headers; body: string }

/** Follows no redirect: each is a finding. Returns why there is no answer. */
async function request(url: URL, headers: Record<string, string> = {}): Promise<Answer | string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { redirect: 'manual', headers, signal })
    return { status: response.status, headers: response.headers, body: await response.text() }
  } catch (error) {
    return textOf((error as Error).cause ?? error)
  }
}

function checkPage(url: URL, { status, headers, body }: Answer): Finding {
  const location = headers.get('location')
  if (location) {
    if (!URL.canParse(location, url.href)) {
      const advice = 'Correct the redirect of the host. Browsers show an error.'
      return failed('page', `${url} leads to "${location}", which is no address`, advice)
    }
    const target = new URL(location, url).href
    return warning('page', `${url} leads to ${target}`, `Check that address: --site ${target}`)
  }
  const type = headers.get('content-type') ?? 'no content type'
  if (status !== 200 || !type.startsWith('text/html')) {
    const advice = 'Publish the content of dist/, and check the path of the address.'
    return failed('page', `${url} answers ${status} with ${type}`, advice)
  }
  return ok('page', `${url} shows a page of ${Math.ceil(body.length / 1024)} KB`)
}

function checkHeaders({ headers }: Answer): Finding {
  const missing = Object.entries(HEADERS)
    .filter(([name, value]) => !value.test(headers.get(name) ?? ''))
    .map(([name]) => name)
  if (missing.length === 0) return ok('headers', 'the security headers are sent')
  return warning(
    'headers',
    `missing or different: ${missing.join(', ')}`,
    'Let the host send the headers of dist/_headers. Without them, other sites can show the page in a frame. GitHub Pages sends none.',
  )
}

/** Whether a message would reach the owner, as far as can be seen from here. `url` is where the page is. */
export async function checkWay(site: OwnSite, dns: Dns, url: URL): Promise<Finding[]> {
  const { account, form, email } = site
  if (!form) return checkAddress(email, dns)
  const { origin } = new URL(form.origin ?? url)
  if (isEmailJsHost(new URL(origin).hostname))
    return [ok('form', `sends to ${origin}; send yourself a message to check the ids`)]
  if (!account) return []
  // As the page would: the gateway then checks origin and host.
  const ask = (path: string) => {
    const target = new URL(path, origin)
    target.searchParams.set(ACCOUNT_FIELD, account.publicKey)
    return request(target, { origin: url.origin })
  }
  const accepting = evaluateForm(origin, url, await ask(CHALLENGE_PATH))
  if (accepting.status === 'failed') return [accepting]
  return [accepting, evaluateDelivery(origin, await ask(DELIVERY_PATH))]
}

async function checkAddress(email: string | undefined, dns: Dns): Promise<Finding[]> {
  if (!email) {
    const advice = 'Add a contact section with a form, or with form: none and your email.'
    return [warning('messages', 'the page has no form and no address', advice)]
  }
  return [
    ok('messages', `the page shows ${email}`),
    ...(await checkRecipientDns(domainOf(email), dns)),
  ]
}

function evaluateForm(gateway: string, { origin }: URL, answer: Answer | string): Finding {
  const check = 'form'
  if (typeof answer === 'string') {
    const advice = 'Start the gateway there, or set contact.gateway to its address.'
    return failed(check, `${gateway} does not answer: ${answer}`, advice)
  }
  const reason = answer.headers.get(REASON_HEADER)
  if (answer.status === 200 || reason === 'no-captcha') {
    return ok(check, `the gateway at ${gateway} accepts messages from ${origin}`)
  }
  if (!reason) {
    const advice =
      'A static host accepts no messages. Run a gateway and set contact.gateway to its address.'
    return failed(check, `${gateway} has no gateway: status ${answer.status}`, advice)
  }
  const advice = `Set site.url to ${origin}, or add it to ALLOWED_ORIGINS of the gateway, and restart it.`
  return failed(check, `the gateway at ${gateway} refuses the page (${reason})`, advice)
}

/** What the gateway says of its own delivery. */
function evaluateDelivery(gateway: string, answer: Answer | string): Finding {
  const check = 'delivery'
  const onServer = 'On its server, doctor finds the cause'
  const status = readDelivery(answer)
  if (!status) {
    const found = `the gateway at ${gateway} does not say whether it delivers`
    return warning(check, found, `${onServer}.`)
  }
  if (!status.hasMailServer) {
    const found = `the gateway at ${gateway} has no mail server, so messages stay queued`
    const advice = 'Set SMTP_URL, MAIL_FROM and MAIL_TO in .env on its server, and restart it.'
    return failed(check, found, advice)
  }
  if (status.isPaused) {
    const found = `the mail server of the gateway at ${gateway} takes no mail`
    return failed(check, found, `${onServer}. No message is lost.`)
  }
  if (status.isStalled) {
    const found = `the gateway at ${gateway} has not delivered a message for an hour`
    return failed(check, found, `${onServer}. No message is lost.`)
  }
  return ok(check, `the gateway at ${gateway} has a mail server, and no message waits for an hour`)
}

function readDelivery(answer: Answer | string): DeliveryStatus | undefined {
  if (typeof answer === 'string' || answer.status !== 200) return undefined
  try {
    const status = JSON.parse(answer.body)
    return typeof status.isStalled === 'boolean' ? status : undefined
  } catch {
    return undefined
  }
}
