import { callMessages } from 'test-fixtures/call-messages.ts'
import { DAY_MS, START, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { write } from 'test-fixtures/messages.ts'
import { freshPlace, STORES, type StoreKind } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { mailWaiting } from '../delivery/review.ts'
import { countByState } from '../store/messages.ts'

const HELD = { contact_website_url: 'https://spam.example', message: '<b>Buy</b> this' }
/** The worker may be faster than the browser. */
const QUEUED = /is on its way|was delivered/

describe('the link in a notice', () => {
  /** A gateway that has mailed the notice of a message, and the path of the link in it. */
  async function startWithNotice(state: 'held' | 'failed' = 'held', kind: StoreKind = 'sqlite') {
    const { environment } = await freshPlace(kind)
    const delivery = await startDelivery({ environment })
    const { url, server, gateway, pass, settled } = delivery
    if (state === 'failed') server.refusals.recipient = 550
    await postForm(url, state === 'held' ? HELD : {})
    if (state === 'failed') {
      await settled(1)
      // As after five days.
      const failed = { state, reason: '550 refused', finished_at: gateway.clock() }
      await gateway.store.db.updateTable('messages').set(failed).execute()
    }
    server.refusals = {}
    pass(1000)
    await mailWaiting(gateway.delivery)
    const [notice] = await server.waitFor(1)
    const [, path = ''] = /https:\/\/portfolio\.test(\/\S+)/.exec(notice?.mail.text ?? '') ?? []
    const get = async (at = path) => read(await fetch(url + at))
    const press = async (action: string, at = path) => {
      const body = new URLSearchParams()
      return read(await fetch(`${url}${at}/${action}`, { method: 'POST', body }))
    }
    const all = gateway.store.db.selectFrom('messages').selectAll()
    return { ...delivery, environment, notice, path, get, press, rows: () => all.execute() }
  }

  test('the notice says why, its link shows the message, and Release delivers it', async () => {
    const { notice, path, get, press, rows, server } = await startWithNotice()
    expect(notice?.mail.subject).toBe('Held for review: one message on Reward Codes')
    expect(notice?.mail.text).toContain('Held: hidden field filled in')
    expect(notice?.raw).not.toMatch(/Buy|Ada Nowak|ada@example/)
    expect(notice?.mail.html).toContain(`href="https://portfolio.test${path}"`)
    const shown = await get()
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('&#60;b&#62;Buy&#60;/b&#62; this')
    expect(shown.text).toContain('hidden field filled in')
    expect(shown.text).not.toMatch(/<(?:script|img|link|iframe)|style="|javascript:/)
    expect(await rows()).toMatchObject([{ state: 'held' }])
    expect(await press('release')).toMatchObject({
      status: 200,
      text: expect.stringMatching(QUEUED),
    })
    await server.waitFor(2)
    expect(server.received[1]?.mail.text).toContain('<b>Buy</b> this')
    await expect.poll(async () => (await get()).text).toContain('was delivered')
    expect((await get()).text).not.toMatch(/Release|Delete/)
  })

  test('names of properties that every object has are fields like others', async () => {
    const names = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']
    const { url, gateway, get } = await startWithNotice()
    const field = (name: string) => [name, `value of ${name}`]
    await postForm(url, { ...HELD, ...Object.fromEntries(names.map(field)) })
    const { id } =
      (await gateway.store.db.selectFrom('messages').selectAll().execute()).at(-1) ?? {}
    const shown = await get(new URL(gateway.links.urlOf(id ?? '', START) ?? '').pathname)
    expect(shown.status).toBe(200)
    for (const name of names) expect(shown.text).toContain(`<dt>${name}</dt>`)
    for (const name of names) expect(shown.text).toContain(`value of ${name}</dd>`)
  })

  test('a sender without an address cannot be blocked, which would block all of them', async () => {
    const { url, gateway, get, press } = await startWithNotice()
    await postForm(url, { ...HELD, user_email: undefined })
    const rows = await gateway.store.db.selectFrom('messages').selectAll().execute()
    const { id } = rows.find(({ sender }) => !sender) ?? {}
    const path = new URL(gateway.links.urlOf(id ?? '', START) ?? '').pathname
    expect((await get(path)).text).not.toContain('Block')
    await press('block', path)
    expect((await postForm(url, { user_email: undefined })).status).toBe(200)
  })

  test('no page of a link is stored, indexed, embedded, or named to another site', async () => {
    const { get, path } = await startWithNotice()
    for (const at of [path, `${path}x`]) {
      const { headers } = await get(at)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      )
    }
  })

  test('Delete asks once, deletes a held message, and the link then says so', async () => {
    const { get, press, rows } = await startWithNotice()
    const asked = /<details>\s*<summary>Delete<\/summary>(.*?)<\/details>/s.exec((await get()).text)
    expect(asked?.[1]).toMatch(
      /cannot be undone.*<button formaction="\S+\/delete">Delete for good</s,
    )
    expect(await press('delete')).toMatchObject({
      status: 200,
      text: expect.stringContaining('This message is deleted'),
    })
    expect(await rows()).toEqual([])
    expect((await get()).text).not.toContain('ada@example.org')
  })

  test('a failed message is reported too, and Try again delivers it', async () => {
    const { notice, get, press, server } = await startWithNotice('failed')
    expect(notice?.mail.subject).toBe('Not delivered: one message on Reward Codes')
    const { text } = await get()
    expect(text).toContain('This message was not delivered')
    expect(text).toContain('550')
    expect((await press('release')).text).toMatch(QUEUED)
    await server.waitFor(2)
    expect(server.received[1]?.mail.text).toContain('Good work.')
    await press('release')
    await press('delete')
    await expect.poll(async () => (await get()).text).toContain('was delivered')
  })

  test.each(STORES)(
    '%s: messages of a blocked sender are held in any spelling until accepted',
    async (kind) => {
      const { url, get, press, pass, rows } = await startWithNotice('held', kind)
      const stateAfter = async (address: string | undefined) => {
        await postForm(url, { user_email: address, message: crypto.randomUUID() })
        const all = await rows()
        return all.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1)?.reason ?? 'none'
      }
      expect((await get()).text).toContain('Block ada@example.org')
      expect((await press('block')).text).toContain('Accept ada@example.org again')
      const addresses = ['ada@example.org', 'Ada+offers@EXAMPLE.org', 'bob@example.org', undefined]
      const reasons = []
      for (const address of addresses) {
        pass(1)
        reasons.push(await stateAfter(address))
      }
      expect(reasons).toEqual(['blocked sender', 'blocked sender', 'none', 'none'])
      await press('unblock')
      pass(1)
      expect(await stateAfter('ada@example.org')).toBe('none')
    },
  )

  test.each(STORES)('%s: forget deletes a block with all else about a visitor', async (kind) => {
    const { gateway, environment, press, rows } = await startWithNotice('held', kind)
    await press('block')
    const blocked = gateway.store.db.selectFrom('blocked_senders').selectAll()
    expect(await blocked.execute()).toEqual([{ address: 'ada@example.org' }])
    await callMessages(['forget', 'ada@example.org', '--yes'], environment)
    expect([await blocked.execute(), await rows()]).toEqual([[], []])
    const left = await gateway.store.db.selectFrom('messages').selectAll().execute()
    expect(JSON.stringify(left), 'nothing names the visitor').not.toMatch(/ada/i)
  })

  test('a link that has expired or was changed shows and changes nothing', async () => {
    const { path, get, press, pass, rows } = await startWithNotice()
    const [id = '', end = '', signature = ''] = path.split('/').at(-1)?.split('.') ?? []
    const root = path.slice(0, path.lastIndexOf('/') + 1)
    const later = (Number.parseInt(end, 36) + 1).toString(36)
    const changed = [
      `${id}.${later}.${signature}`,
      `${id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}.${end}.${signature}`,
      `${id}.${end}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${id}.${end}.`,
      id,
    ]
    const expectInvalid = async (at: string) => {
      for (const shown of [await get(at), await press('release', at), await press('delete', at)]) {
        expect(shown, at).toMatchObject({
          status: 404,
          text: expect.stringContaining('This link is not valid'),
        })
        expect(shown.text).not.toContain('ada@example.org')
      }
    }
    for (const token of changed) await expectInvalid(root + token)
    pass(7 * DAY_MS - 2000)
    expect((await get()).status).toBe(200)
    pass(2000)
    await expectInvalid(path)
    expect(await rows()).toMatchObject([{ state: 'held' }])
  })
})

test('the links of a gateway without a page lead to PUBLIC_URL', async () => {
  const { url, server, gateway, pass } = await startDelivery({
    page: { url: undefined },
    environment: { PUBLIC_URL: 'https://gateway.test/' },
  })
  await postForm(url, HELD)
  pass(1000)
  await mailWaiting(gateway.delivery)
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.text).toContain('https://gateway.test/api/v1.0/review/')
})

test('a gateway that does not know its address names the command instead', async () => {
  const { url, server, gateway, pass } = await startDelivery({ page: { url: undefined } })
  await postForm(url, HELD)
  pass(1000)
  await mailWaiting(gateway.delivery)
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.text).toContain('npm run messages -- release ID')
  expect(notice?.raw).not.toContain('/review/')
})

async function read(response: Response) {
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), text: await response.text() }
}

test('the mail of a message names the page of its form, and has a link to block its sender', async () => {
  const { url, server } = await startDelivery()
  await postForm(url, {}, { origin: url, referer: `${url}/contact/?from=ad#form` })
  const [sent] = await server.waitFor(1)
  expect(sent?.mail.text).toContain(`Sent from ${url}/contact/.`)
  const [, path = ''] =
    /Block this sender: https:\/\/portfolio\.test(\S+)/.exec(sent?.mail.text ?? '') ?? []
  expect(sent?.mail.html).toContain(`href="https://portfolio.test${path}"`)
  const shown = await (await fetch(url + path)).text()
  expect(shown).toContain('Block ada@example.org')
  expect(shown).not.toMatch(/Release|Delete/)
  await postForm(url, { user_email: undefined }, { origin: url, referer: 'https://other.test/' })
  const [, without] = await server.waitFor(2)
  expect(without?.mail.text).not.toMatch(/Sent from|Block this sender/)
})

describe('the page of all that waits', () => {
  const STRANGER = {
    name: '<a href="https://evil.example">Click</a>',
    address: 'spam@evil.example',
    subject: 'https://evil.example/win',
    message: 'Visit https://evil.example',
  }

  /** A gateway with messages that wait, and the path of the link in the mail about them. */
  async function startWithMany(held: number, failed = 0, kind: StoreKind = 'sqlite') {
    const { environment } = await freshPlace(kind)
    const delivery = await startDelivery({ environment })
    const { url, server, gateway, pass } = delivery
    const { store } = gateway
    for (let n = 0; n < held; n++) {
      await write(store, { ...STRANGER, reason: 'filled too fast', receivedAt: START + n })
    }
    const finished = { state: 'failed', reason: '554 no', finished_at: START } as const
    await write(store, {
      ...STRANGER,
      reason: 'blocked sender, filled too fast',
      receivedAt: START,
    })
    for (let n = 0; n < failed; n++) {
      await write(store, { receivedAt: START + n, afterwards: finished })
    }
    pass(16_000)
    await expect.poll(gateway.delivery.isDelivering).toBe(true)
    await mailWaiting(gateway.delivery)
    const [mail] = await server.waitFor(1)
    const [, path = ''] = /https:\/\/portfolio\.test(\/\S+)/.exec(mail?.mail.text ?? '') ?? []
    const get = async (at = path) => read(await fetch(url + at))
    const press = async (action: string) => {
      const [, to = ''] =
        new RegExp(`formaction="([^"]+/${action}\\?[^"]+)"`).exec((await get()).text) ?? []
      return read(await fetch(url + to, { method: 'POST', body: new URLSearchParams() }))
    }
    const states = async () => {
      const { queued, held, ...rest } = await countByState(store.db)
      // Without that of the blocked sender, which no list has.
      return { ...rest, held: held - 1, sent: rest.sent + queued }
    }
    return { ...delivery, path, get, press, states }
  }

  test.each(STORES)(
    'of 21 messages the mail has one link, its page lists them as text, and Release all delivers them: %s',
    async (kind) => {
      const { get, press, states, server } = await startWithMany(19, 2, kind)
      const shown = await get()
      expect(shown.text).toContain('<h1>21 messages wait</h1>')
      expect(shown.text.match(/<li>/g)).toHaveLength(21)
      expect(shown.text).toContain('spam@evil.example')
      expect(shown.text).toContain('&#60;a href=&#34;https://evil.example&#34;&#62;Click')
      expect(shown.text).toContain('>https://evil.example/win<')
      // Every link is one of the gateway, to the page of a message.
      const links = [...shown.text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
      expect(links).toHaveLength(21)
      expect(links.every((link) => link.startsWith('/api/v1.0/review/'))).toBe(true)
      expect((await get(links[0])).text).toContain('This message')
      expect(await states()).toEqual({ held: 19, failed: 2, sent: 0 })
      expect((await press('release')).text).toContain('<h1>No message waits</h1>')
      expect(await states()).toEqual({ held: 0, failed: 0, sent: 21 })
      await server.waitFor(1 + 21)
    },
  )

  test('Delete all deletes what the list had, and neither what came since nor what is on its way', async () => {
    const { url, gateway, get, pass, states } = await startWithMany(21)
    const page = await get()
    expect(page.text.match(/<li>/g)).toHaveLength(21)
    await write(gateway.store, { reason: 'filled too fast', receivedAt: gateway.clock() })
    await write(gateway.store, { afterwards: { next_attempt_at: 9e15 } })
    pass(60_000)
    // The button of the page as it was.
    const [, button = ''] = /formaction="([^"]+\/delete\?[^"]+)"/.exec(page.text) ?? []
    await fetch(url + button, { method: 'POST' })
    expect(await states()).toEqual({ held: 1, failed: 0, sent: 1 })
  })

  test.each(['', '0', 'x', '9e99'])(
    'a button with the time "%s" is for no message that is not listed',
    async (until) => {
      const { url, gateway, path, states } = await startWithMany(21)
      await write(gateway.store, { reason: 'filled too fast', receivedAt: gateway.clock() })
      await fetch(`${url}${path}/delete?until=${until}`, { method: 'POST' })
      expect((await states()).held).toBe(until === '9e99' ? 1 : 22)
    },
  )

  test('a link of the list is valid no longer than the list, and a changed or expired one shows nothing', async () => {
    const { get, path, pass } = await startWithMany(21)
    const [, one = ''] = /<a href="([^"]+)"/.exec((await get()).text) ?? []
    pass(7 * DAY_MS - 17_000)
    const [, later = ''] = /<a href="([^"]+)"/.exec((await get()).text) ?? []
    expect([(await get(one)).status, (await get(later)).status]).toEqual([200, 200])
    expect((await get(path.replace('waiting', 'waitinG'))).status).toBe(404)
    pass(60_000)
    expect((await get()).status).toBe(404)
    expect([(await get(one)).status, (await get(later)).status]).toEqual([404, 404])
  })
})
