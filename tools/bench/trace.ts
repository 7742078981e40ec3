import { launchBrowser } from './browser.ts'
import { type Bar, drawVisit, kindOf, type Visit } from './draw-visit.ts'
import { slowProcessorAndLine } from './slow-visitor.ts'

// What a phone does from the first byte until React answers, drawn as a picture: above what it fetches,
// below what its main thread does.

const PHONE = { width: 412, height: 823 }
const CATEGORIES = ['devtools.timeline', 'loading', 'toplevel', 'blink.user_timing']
const SHORTEST_MS = 1

type Event = {
  name: string
  ph: string
  ts: number
  dur?: number
  pid: number
  tid: number
  args: { data?: Record<string, unknown>; name?: string }
}

/** The picture of one visit, as SVG. */
export async function drawTrace(url: string): Promise<string> {
  return drawVisit(await record(url))
}

async function record(url: string): Promise<Visit> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: PHONE })
    await slowProcessorAndLine(page)
    await page.addInitScript(noteAnswer)
    await browser.startTracing(page, { categories: CATEGORIES })
    await page.goto(url)
    await page.getByTitle('Switch to').waitFor()
    const answered = await page.evaluate(() => Number(Reflect.get(window, 'answered')))
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
    return sort(traceEvents, url, answered)
  } finally {
    await browser.close()
  }
}

/** The name of the button for the theme is the first thing that React changes. */
function noteAnswer() {
  new MutationObserver((_, observer) => {
    observer.disconnect()
    Object.assign(window, { answered: performance.now() })
  }).observe(document, { subtree: true, attributeFilter: ['aria-label'] })
}

function sort(events: Event[], url: string, answered: number): Visit {
  const start = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' && String(args.data?.documentLoaderURL).startsWith(url),
  )
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === start?.pid && args.name === 'CrRendererMain',
  )
  if (!start || !main) throw new Error('The trace does not tell of the visit.')
  const at = (microseconds: number) => (microseconds - start.ts) / 1000
  const own = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts)
  const bars = own.flatMap(({ name, ph, tid, ts, dur = 0 }) =>
    ph === 'X' && tid === main.tid ? [{ name, from: at(ts), to: at(ts + dur) }] : [],
  )
  const painted = own.find(({ name }) => name === 'firstContentfulPaint')
  return {
    tasks: bars.filter(({ name }) => name === 'RunTask').filter(isLong),
    parts: bars.filter(({ name }) => kindOf(name)).filter(isLong),
    requests: requestsOf(own, at),
    marks: [
      { name: 'first paint', at: at(painted?.ts ?? start.ts) },
      { name: 'React responds', at: answered },
    ],
  }
}

const isLong = ({ from, to }: Bar) => to - from >= SHORTEST_MS

function requestsOf(events: Event[], at: (ts: number) => number): Bar[] {
  const ends = new Map(
    events
      .filter(({ name }) => name === 'ResourceFinish')
      .map(({ args, ts }) => [args.data?.requestId, at(ts)]),
  )
  return events
    .filter(({ name }) => name === 'ResourceSendRequest')
    .flatMap(({ args, ts }) => {
      const to = ends.get(args.data?.requestId)
      const address = String(args.data?.url)
      if (to === undefined || address.startsWith('data:')) return []
      const file = new URL(address).pathname.split('/').at(-1) || 'HTML'
      return [{ name: file.replace(/-[\w-]{8}(?=\.)/, ''), from: at(ts), to }]
    })
}
