import { join } from 'node:path'
import { buildSite } from 'reward-codes/internal/build/build.ts'
import type { LoadedContent } from 'reward-codes/internal/build/load-content.ts'
import { ownSite } from 'reward-codes/internal/cli/own-site.ts'
import { buildServer } from 'reward-codes-gateway/server'
import { type Browser, launchBrowser } from './browser.ts'
import { type Figure, interleave, type Sample, tableOf, write, writeFigure } from './figures.ts'
import { measureStep, STEPS } from './interactions.ts'
import { slowProcessorAndLine } from './slow-visitor.ts'

// What a portfolio costs the visitor who has not scrolled, when it holds ten and a hundred times as much.

const SIZES = [
  { projects: 6, entries: 5 },
  { projects: 60, entries: 50 },
  { projects: 600, entries: 500 },
]
const NEXT = STEPS['next project']

export async function measureGrowth(loaded: LoadedContent, content: string, folder: string) {
  const browser = await launchBrowser()
  const sites: ReturnType<typeof buildServer>[] = []
  try {
    const setups: Record<string, () => Promise<Sample>> = {}
    for (const { projects, entries } of SIZES) {
      const name = `${projects} projects, ${entries} entries`
      const out = join(folder, String(projects))
      const portfolio = grow(loaded.portfolio, projects, entries)
      const grown = { ...loaded, portfolio }
      await buildSite({ loaded: grown, site: ownSite(portfolio), content, out, report: () => {} })
      const site = buildServer({ site: out })
      sites.push(site)
      const url = await site.listen({ port: 0, host: '127.0.0.1' })
      setups[name] = () => visit(browser, url)
    }
    return describe(await interleave(setups))
  } finally {
    await browser.close()
    await Promise.all(sites.map((site) => site.close()))
  }
}

type Grown = LoadedContent['portfolio']

function grow(portfolio: Grown, projects: number, entries: number): Grown {
  const { resume } = portfolio
  return {
    ...portfolio,
    ...(portfolio.projects && {
      projects: {
        ...portfolio.projects,
        cards: repeat(portfolio.projects.cards, projects).map((card, place) => ({
          ...card,
          title: `${card.title} ${place}`,
        })),
      },
    }),
    ...(resume?.experience && {
      resume: {
        ...resume,
        experience: {
          ...resume.experience,
          entries: repeat(resume.experience.entries, entries).map((entry, place) => ({
            ...entry,
            course: `${entry.course} ${place}`,
          })),
        },
      },
    }),
  }
}

function repeat<Item>(items: Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, place) => items[place % items.length] as Item)
}

async function visit(browser: Browser, url: string): Promise<Sample> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const received: Record<string, number> = {}
  page.on('requestfinished', async (request) => {
    const kind = request.resourceType()
    const { responseBodySize } = await request.sizes()
    received[kind] = (received[kind] ?? 0) + responseBodySize
  })
  await slowProcessorAndLine(page)
  await page.goto(url)
  await page.getByTitle('Switch to').waitFor()
  await page.waitForLoadState('networkidle')
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.close()
  return {
    'first paint ms': paint,
    'HTML bytes': received.document ?? 0,
    'script bytes': received.script ?? 0,
    'image bytes': received.image ?? 0,
    'next project ms': await measureStep(url, NEXT, true),
  }
}

function describe(figures: Record<string, Record<string, Figure>>): string {
  const [small = {}] = Object.values(figures)
  const rows = Object.entries(figures).map(([name, sample]) => {
    const cells = Object.entries(sample).map(([of, figure]) => {
      const ratio = figure.median / (small[of]?.median ?? Number.NaN)
      return [
        of,
        sample === small ? writeFigure(figure) : `${writeFigure(figure)}, ${write(ratio)} times`,
      ]
    })
    return [name, Object.fromEntries(cells)] as const
  })
  return tableOf(Object.fromEntries(rows))
}
