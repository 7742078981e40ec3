import { callMessages } from 'test-fixtures/call-messages.ts'
import { DAY_MS, START, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { freshPlace, STORES, type StoreKind } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { runMaintenance } from '../delivery/maintenance.ts'

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
    await runMaintenance(gateway.delivery)
    const [notice] = await server.waitFor(1)
    const [, path = ''] = /https:\/\/portfolio\.test(\/\S+)/.exec(notice?.mail.text ?? '') ?? []
    const get = async (at = path) => read(await fetch(url + at))
    const press = async (action: string, at = path) => {
      const body = new URLSearchParams()
      return read(await fetch(`${url}${at}/${action}`, { method: 'POST', body }))
    }
    const all = gateway.store.db.selectFrom('messages').selectAll().where('kind', '=', 'message')
    return { ...delivery, environment, notice, path, get, press, rows: () => all.execute() }
  }

  test('the notice says why, its link shows the message, and Release delivers it', async () => {
    const { notice, path, get, press, rows, server } = await startWithNotice()
    expect(notice?.mail.subject).toBe('Held for review: one message on Reward Codes')
    expect(notice?.mail.text).toContain('The hidden field was filled in.')
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
    const { id } = rows.find(({ sender, kind }) => kind === 'message' && !sender) ?? {}
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
        'x-robots-tag': 'noindex',
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
    expect((await press('retry')).text).toMatch(QUEUED)
    await server.waitFor(2)
    expect(server.received[1]?.mail.text).toContain('Good work.')
    await press('retry')
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
    expect(await blocked.execute()).toEqual([{ account: 'portfolio', address: 'ada@example.org' }])
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
  await runMaintenance(gateway.delivery)
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.text).toContain('https://gateway.test/api/v1.0/review/')
})

test('a gateway that does not know its address names the command instead', async () => {
  const { url, server, gateway, pass } = await startDelivery({ page: { url: undefined } })
  await postForm(url, HELD)
  pass(1000)
  await runMaintenance(gateway.delivery)
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
