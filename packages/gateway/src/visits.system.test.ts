import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFolder } from 'test-fixtures/call-messages.ts'
import { DAY_MS, START, startDelivery } from 'test-fixtures/delivery.ts'
import { startTestGateway } from 'test-fixtures/gateway.ts'
import { freshPlace, STORES } from 'test-fixtures/stores.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runMaintenance } from './maintenance.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function builtSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-visits-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['index.html', '404.html', 'Resume.pdf', 'contact.vcf', 'brand.svg']) {
    writeFileSync(join(folder, name), name)
  }
  return folder
}

async function start(environment: Record<string, string> = {}) {
  const gateway = await startDelivery({ environment, site: builtSite() })
  const { visits, store } = gateway.gateway
  return {
    ...gateway,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${gateway.url}${path}`, { method, headers: { 'user-agent': BROWSER, ...headers } }),
    counted: async () => {
      await visits?.flush()
      const rows = await store.db.selectFrom('visits').selectAll().orderBy('name').execute()
      return rows.map(({ day, kind, name, count }) => [day, kind, name, count].join(' ').trim())
    },
  }
}

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest('hex')

const environmentOf = async (kind: (typeof STORES)[number]) => {
  const { databaseUrl, dataFolder } = await freshPlace(kind)
  return { DATA_DIR: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

describe.each(STORES)('%s', (kind) => {
  test('views, downloads and the hosts that led to the page are counted per day', async () => {
    const { get, counted, pass, gateway } = await start(await environmentOf(kind))
    await get('/', { referer: 'https://www.news.example/item?id=1' })
    const { headers } = await get('/?static', { referer: 'https://news.example/' })
    expect(headers.get('set-cookie')).toBeNull()
    await get('/Resume.pdf')
    await get('/contact.vcf')
    expect((await counted()).sort()).toEqual([
      '2026-01-15 card  1',
      '2026-01-15 page  2',
      '2026-01-15 referrer news.example 2',
      '2026-01-15 resume  1',
    ])
    pass(DAY_MS)
    await get('/')
    expect(await counted()).toContain('2026-01-16 page  1')
    const { values } = await gateway.metrics.visits.get()
    expect(values.map(({ labels, value }) => [labels.kind, value])).toEqual([
      ['page', 3],
      ['resume', 1],
      ['card', 1],
    ])
  })

  test('neither a host without end nor a flood of hosts loses other counts', async () => {
    const { get, counted, gateway } = await start(await environmentOf(kind))
    // PostgreSQL indexes no text that is longer than 2,704 bytes, compressed.
    const endless = Array.from({ length: 400 }, (_, n) => hashOf(n).slice(0, 9)).join('.')
    await get('/', { referer: `https://${endless}.example/` })
    const visit = { kind: 'page', userAgent: BROWSER, purpose: '', host: 'a.test' } as const
    for (let n = 0; n < 700; n++) {
      gateway.visits?.count({ ...visit, referrer: `https://h${n}.example/` })
    }
    await get('/contact.vcf')
    const rows = await counted()
    expect(rows).toContain('2026-01-15 page  701')
    expect(rows).toContain('2026-01-15 card  1')
    expect(rows.filter((row) => row.includes(endless))).toEqual([])
  })

  test('at most 300 hosts of a day are stored, over restarts too, and the others together', async () => {
    const { gateway, counted } = await start(await environmentOf(kind))
    for (const first of [0, 200]) {
      for (let n = first; n < first + 200; n++) {
        const visit = { kind: 'page', userAgent: BROWSER, purpose: '', host: 'a.test' } as const
        gateway.visits?.count({ ...visit, referrer: `https://h${n}.example/` })
      }
      await gateway.visits?.flush()
    }
    const rows = (await counted()).filter((row) => row.includes('referrer'))
    expect(rows).toHaveLength(301)
    expect(rows).toContain('2026-01-15 referrer (other) 100')
  })
})

test('programs, frames, prefetches, HEAD, other files and missing pages are not counted', async () => {
  const { get, counted, url } = await start()
  await get('/', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await get('/', { 'user-agent': '' })
  await get('/', { 'sec-purpose': 'prefetch;prerender' })
  await get('/', { 'sec-fetch-dest': 'iframe' })
  await get('/', {}, 'HEAD')
  await get('/brand.svg')
  await get('/missing')
  expect(await counted()).toEqual([])
  // A page that the browser has already, and a link on the page itself.
  const { headers } = await get('/')
  const again = { 'if-none-match': headers.get('etag') ?? '', referer: `${url}/` }
  expect((await get('/', again)).status).toBe(304)
  await get('/', { referer: 'android-app://com.example/' })
  expect(await counted()).toEqual(['2026-01-15 page  3'])
})

test('nothing about a visitor is stored', async () => {
  const { get, gateway, counted } = await start()
  await get('/', {
    referer: 'https://ada:secret@mail.example/inbox/ada?q=private#x',
    cookie: 'id=7',
  })
  await counted()
  const rows = await gateway.store.db.selectFrom('visits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|secret|inbox|private|Firefox|id=7/)
  expect(rows.map(({ name }) => name)).toEqual(['', 'mail.example'])
})

test('a stop writes the last counts, and VISIT_COUNTS=no counts nothing', async () => {
  const environment = await environmentOf('sqlite')
  const first = await startTestGateway({ environment, site: builtSite(), clock: () => START })
  await fetch(first.url, { headers: { 'user-agent': BROWSER } })
  await first.close()
  const second = await start({ ...environment, VISIT_COUNTS: 'no' })
  await second.get('/')
  expect(await second.counted()).toEqual(['2026-01-15 page  1'])
})

test('a failed write loses counts, not responses', async () => {
  const { get, gateway, counted, log } = await start()
  await gateway.store.db.schema.alterTable('visits').renameTo('gone').execute()
  expect((await get('/')).status).toBe(200)
  await gateway.visits?.flush()
  expect(log.join('\n')).toContain('counting visits failed')
  await gateway.store.db.schema.alterTable('gone').renameTo('visits').execute()
  await get('/')
  expect(await counted()).toEqual(['2026-01-15 page  1'])
})

test('maintenance deletes counts after 400 days', async () => {
  const { get, gateway, counted, pass } = await start()
  await get('/')
  await counted()
  pass(400 * DAY_MS)
  await runMaintenance(gateway.delivery)
  expect(await counted()).toHaveLength(1)
  pass(DAY_MS)
  await runMaintenance(gateway.delivery)
  expect(await counted()).toEqual([])
})

test('messages visits shows days, totals and hosts', async () => {
  const { inStore, messages, remove } = dataFolder()
  onTestFinished(remove)
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  const visit = { kind: 'page' as const, name: '' }
  expect((await messages('visits')).out).toBe('No visits counted yet.\n')
  await inStore(({ db }) =>
    db
      .insertInto('visits')
      .values([
        { ...visit, day: day(40), count: 900 },
        { ...visit, day: day(2), count: 12 },
        { day: day(2), kind: 'resume', name: '', count: 3 },
        { ...visit, day: day(0), count: 4 },
        { day: day(0), kind: 'referrer', name: 'news.example', count: 2 },
        { day: day(2), kind: 'referrer', name: 'news.example', count: 5 },
      ])
      .execute(),
  )
  const { out } = await messages('visits')
  expect(out.split('\n').map((line) => line.trim().split(/ +/))).toEqual([
    ['page', 'resume', 'card'],
    [day(2), '12', '3', '0'],
    [day(0), '4', '0', '0'],
    ['30', 'days', '16', '3', '0'],
    [''],
    ['From'],
    ['7', 'news.example'],
    [''],
  ])
  const json = await messages('visits', '--days', '2', '--json')
  expect(JSON.parse(json.out)).toEqual({
    days: [{ day: day(0), page: 4, resume: 0, card: 0 }],
    total: { page: 4, resume: 0, card: 0 },
    referrers: [{ host: 'news.example', count: 2 }],
  })
})
