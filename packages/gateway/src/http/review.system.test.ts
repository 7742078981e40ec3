import { callMessages } from 'test-fixtures/call-messages.ts'
import { DAY_MS, START, startDelivery, startOwnGateway } from 'test-fixtures/delivery.ts'
import { type Fields, formOf, postForm } from 'test-fixtures/gateway.ts'
import { write } from 'test-fixtures/messages.ts'
import { freshPlace, STORES, type StoreKind } from 'test-fixtures/stores.ts'
import { describe, expect, test } from 'vitest'
import { mailWaiting } from '../delivery/review.ts'
import { WAITING } from '../message-links.ts'
import type { Message } from '../store/database.ts'

const HELD = { contact_website_url: 'https://spam.example', message: '<b>Buy</b> this' }

/** A gateway with messages that wait, whose clock the test advances, and what an owner does with their links. */
async function startWithLinks(kind: StoreKind = 'sqlite') {
  const { environment } = await freshPlace(kind)
  let now = START
  const { url, gateway } = await startOwnGateway({ environment, clock: () => now })
  const { store, links } = gateway
  const rows = () => store.db.selectFrom('messages').selectAll().orderBy('id').execute()
  return {
    ...{ store, environment, rows },
    get: (path: string) => answerOf(fetch(url + path)),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    linkOf: (id: string) => new URL(links.urlOf(id, now) ?? '').pathname,
    /** Posts a form, and gives its message. */
    post: async (fields: Fields = HELD) => {
      now += 1
      await postForm(url, formOf(fields))
      return (await rows()).at(-1) as Message
    },
    press: (path: string) =>
      answerOf(fetch(url + path, { method: 'POST', body: new URLSearchParams() })),
  }
}

async function answerOf(fetched: Promise<Response>) {
  const response = await fetched
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, text: await response.text() }
}

describe('the link to a message', () => {
  test('shows the message as text, is stored nowhere and named to nobody', async () => {
    const { get, post, linkOf } = await startWithLinks()
    // Properties that every object has are names like others.
    const names = ['constructor', '__proto__', 'toString']
    const named = Object.fromEntries(names.map((name) => [name, `value of ${name}`]))
    const path = linkOf((await post({ ...HELD, ...named })).id)
    const shown = await get(path)
    for (const name of names) {
      expect(shown.text).toContain(`<dt>${name}</dt><dd dir="auto">value of ${name}</dd>`)
    }
    expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('hidden field') })
    expect(shown.text).toContain('&#60;b&#62;Buy&#60;/b&#62; this')
    expect(shown.text).not.toMatch(/<(?:script|img|link|iframe)|style="|javascript:/)
    for (const { headers } of [shown, await get(`${path}x`)]) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      )
    }
  })

  test.each<[string, Partial<Message>, string[], string[]]>([
    ['held', {}, ['queued'], []],
    ['failed', { state: 'failed', reason: '550 no', finished_at: START }, ['queued'], []],
    ['queued', { state: 'queued', reason: null }, ['queued'], ['queued']],
    ['sent', { state: 'sent', reason: null, finished_at: START }, ['sent'], ['sent']],
  ])(
    'releases and deletes a message that is %s only if it waits',
    async (_, change, released, left) => {
      const { store, post, press, get, linkOf, rows } = await startWithLinks()
      const states = async () => (await rows()).map(({ state }) => state)
      const { id } = await post()
      const reset = () =>
        store.db
          .updateTable('messages')
          .set({ state: 'held', ...change })
          .execute()
      await reset()
      expect((await get(linkOf(id))).status, 'opening it changes nothing').toBe(200)
      await press(`${linkOf(id)}/release`)
      expect(await states()).toEqual(released)
      await reset()
      await press(`${linkOf(id)}/delete`)
      expect(await states()).toEqual(left)
      if (left.length === 0) expect((await get(linkOf(id))).text).not.toContain('ada@example.org')
    },
  )

  test.each(STORES)(
    '%s: blocks a sender in any spelling until accepted or forgotten',
    async (kind) => {
      const { environment, store, post, press, linkOf, rows } = await startWithLinks(kind)
      const path = linkOf((await post()).id)
      const reasonsOf = async (...addresses: (string | undefined)[]) => {
        const reasons = []
        for (const user_email of addresses) {
          reasons.push((await post({ user_email, message: crypto.randomUUID() })).reason)
        }
        return reasons
      }
      await press(`${path}/block`)
      expect(
        await reasonsOf('ada@example.org', 'Ada+offers@EXAMPLE.org', 'bob@example.org', undefined),
      ).toEqual(['blocked sender', 'blocked sender', null, null])
      await press(`${path}/unblock`)
      expect(await reasonsOf('ada@example.org')).toEqual([null])
      await press(`${path}/block`)
      await callMessages(['forget', 'ada@example.org', '--yes'], environment)
      expect(await store.db.selectFrom('blocked_senders').selectAll().execute()).toEqual([])
      expect(JSON.stringify(await rows()), 'nothing names the visitor').not.toMatch(/ada@/i)
    },
  )

  test('blocks no sender without an address, which would block all of them', async () => {
    const { post, get, press, linkOf } = await startWithLinks()
    const path = linkOf((await post({ ...HELD, user_email: undefined })).id)
    expect((await get(path)).text).not.toContain('Block')
    await press(`${path}/block`)
    expect(await post({ user_email: undefined })).toMatchObject({ state: 'queued' })
  })

  test('that has expired or was changed shows and changes nothing', async () => {
    const { post, get, press, pass, linkOf, rows } = await startWithLinks()
    const path = linkOf((await post()).id)
    const [id = '', end = '', signature = ''] = path.split('/').at(-1)?.split('.') ?? []
    const root = path.slice(0, path.lastIndexOf('/') + 1)
    const later = (Number.parseInt(end, 36) + 1).toString(36)
    const expectInvalid = async (at: string) => {
      for (const shown of [
        await get(at),
        await press(`${at}/release`),
        await press(`${at}/delete`),
      ]) {
        expect(shown.status, at).toBe(404)
        expect(shown.text).not.toContain('ada@example.org')
      }
    }
    for (const token of [
      `${id}.${later}.${signature}`,
      `${id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}.${end}.${signature}`,
      `${id}.${end}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${id}.${end}.`,
      id,
    ]) {
      await expectInvalid(root + token)
    }
    pass(7 * DAY_MS - 1)
    expect((await get(path)).status).toBe(200)
    pass(1)
    await expectInvalid(path)
    expect(await rows()).toMatchObject([{ state: 'held' }])
  })
})

test.each([
  [{ PUBLIC_URL: 'https://gateway.test/' }, 'https://gateway.test/api/v1.0/review/'],
  [{}, 'npm run messages -- list'],
])('without a page and with %j, the mail about what waits names %s', async (environment, named) => {
  const { url, server, gateway, pass } = await startDelivery({
    page: { url: undefined },
    environment,
  })
  await postForm(url, HELD)
  pass(1000)
  await mailWaiting(gateway.delivery)
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.text).toContain(named)
})

test('the mail of a message names the page of its form, and has a link to block its sender', async () => {
  const { url, server } = await startDelivery()
  await postForm(url, {}, { origin: url, referer: `${url}/contact/?from=ad#form` })
  const [sent] = await server.waitFor(1)
  expect(sent?.mail.text).toContain(`Sent from ${url}/contact/.`)
  const [, path = ''] =
    /Block this sender: https:\/\/portfolio\.test(\S+)/.exec(sent?.mail.text ?? '') ?? []
  expect(sent?.mail.html).toContain(`href="https://portfolio.test${path}"`)
  expect(await (await fetch(url + path)).text()).toContain('Block ada@example.org')
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

  /** A gateway with held and failed messages, one of a blocked sender, and the path of their list. */
  async function startWithMany(held: number, failed: number, kind: StoreKind = 'sqlite') {
    const started = await startWithLinks(kind)
    const { store, linkOf, pass, rows } = started
    const finished = { state: 'failed', reason: '554 no', finished_at: START } as const
    for (let n = 0; n < held; n++) {
      await write(store, { ...STRANGER, reason: 'filled too fast', receivedAt: START + n })
    }
    for (let n = 0; n < failed; n++) {
      await write(store, { receivedAt: START + n, afterwards: finished })
    }
    await write(store, { reason: 'blocked sender, filled too fast', receivedAt: START })
    pass(16_000)
    /** Without that of the blocked sender, which no list has. */
    const states = async () => {
      const all = (await rows()).filter(({ reason }) => !reason?.startsWith('blocked'))
      return all.map(({ state }) => state)
    }
    return { ...started, path: linkOf(WAITING), states }
  }

  test.each(STORES)(
    '%s: lists messages as text with links, and its buttons are for all',
    async (kind) => {
      const { get, press, path, states } = await startWithMany(2, 1, kind)
      const { text } = await get(path)
      expect(text).toContain('<h1>3 messages wait</h1>')
      expect(text).toContain('&#60;a href=&#34;https://evil.example&#34;&#62;Click')
      expect(text).toContain('>https://evil.example/win<')
      const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
      expect(links).toHaveLength(3)
      for (const link of links) expect((await get(link)).text).toContain('This message')
      const [, release = ''] = /formaction="([^"]+\/release\?[^"]+)"/.exec(text) ?? []
      expect((await press(release)).text).toContain('<h1>No message waits</h1>')
      expect(await states()).toEqual(['queued', 'queued', 'queued'])
    },
  )

  test.each(['', '0', 'x', '9e99'])(
    'a button with the time "%s" is for no message that is not listed',
    async (until) => {
      const { path, press, store, states, pass } = await startWithMany(2, 0)
      await write(store, { reason: 'filled too fast', receivedAt: START + 16_000 })
      await write(store, { receivedAt: START, afterwards: { next_attempt_at: 9e15 } })
      pass(1)
      await press(`${path}/delete?until=${until}`)
      const later = until === '9e99' ? [] : ['held', 'held']
      expect((await states()).toSorted()).toEqual([...later, 'held', 'queued'])
    },
  )

  test('a link of the list is valid no longer than the list', async () => {
    const { get, path, pass } = await startWithMany(1, 0)
    const [, one = ''] = /<a href="([^"]+)"/.exec((await get(path)).text) ?? []
    expect((await get(path.replace('waiting', 'waitinG'))).status).toBe(404)
    pass(7 * DAY_MS - 1)
    const [, later = ''] = /<a href="([^"]+)"/.exec((await get(path)).text) ?? []
    expect([(await get(one)).status, (await get(later)).status]).toEqual([200, 200])
    pass(1)
    const all = [path, one, later].map(async (link) => (await get(link)).status)
    expect(await Promise.all(all)).toEqual([404, 404, 404])
  })
})
