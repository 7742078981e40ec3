import type { Browser } from '@playwright/test'
import type { LoadedContent } from 'reward-codes/internal/build/load-content.ts'
import type { ServerProcess } from '../command.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from '../figures.ts'
import { launchBrowser, slowCpuAndNetwork } from './browser.ts'
import { measureStep, STEPS } from './interactions.ts'
import { startStaticServer } from './serving.ts'

// What a larger portfolio costs a visitor who has not scrolled. 60 projects are the upper end.

type Portfolio = LoadedContent['portfolio']

const SIZES = [
  { projects: 6, entries: 5 },
  { projects: 60, entries: 50 },
]

export async function measureGrowth(
  effort: Effort,
  portfolio: Portfolio,
  build: (name: string, portfolio: Portfolio) => Promise<string>,
): Promise<string> {
  const browser = await launchBrowser()
  const servers: ServerProcess[] = []
  try {
    const setups: Record<string, () => Promise<Sample>> = {}
    for (const { projects, entries } of SIZES) {
      const enlarged = enlarge(portfolio, projects, entries)
      const out = await build(`${projects}-projects`, enlarged)
      const server = await startStaticServer(out)
      servers.push(server)
      setups[`${projects} projects, ${entries} entries`] = () => visit(browser, server.url)
    }
    return tableOf(await interleave(RUNS[effort], setups))
  } finally {
    await browser.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Repeats projects and entries with different titles. */
function enlarge(portfolio: Portfolio, projects: number, entries: number): Portfolio {
  const { resume } = portfolio
  return {
    ...portfolio,
    ...(portfolio.projects && {
      projects: {
        ...portfolio.projects,
        cards: repeat(portfolio.projects.cards, projects).map((card, index) => ({
          ...card,
          title: `${card.title} ${index}`,
        })),
      },
    }),
    ...(resume?.experience && {
      resume: {
        ...resume,
        experience: {
          ...resume.experience,
          entries: repeat(resume.experience.entries, entries).map((entry, index) => ({
            ...entry,
            course: `${entry.course} ${index}`,
          })),
        },
      },
    }),
  }
}

function repeat<Item>(items: Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, index) => items[index % items.length] as Item)
}

async function visit(browser: Browser, url: string): Promise<Sample> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const received: Record<string, number> = {}
  page.on('requestfinished', async (request) => {
    const type = request.resourceType()
    const { responseBodySize } = await request.sizes()
    received[type] = (received[type] ?? 0) + responseBodySize
  })
  await slowCpuAndNetwork(page)
  await page.goto(url)
  // Hydration changes the tooltip of the theme button.
  await page.getByTitle('Switch to').waitFor()
  await page.waitForLoadState('networkidle')
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.close()
  return {
    'first paint ms': firstPaint,
    'HTML bytes': received.document ?? 0,
    'script bytes': received.script ?? 0,
    'image bytes': received.image ?? 0,
    'next project ms': await measureStep(url, STEPS['next project'], true),
  }
}

function tableOf(measured: Record<string, Figures>): string {
  const [small = {}] = Object.values(measured)
  const rows = Object.entries(measured).map(([name, figures]) => {
    const cells = Object.entries(figures).map(([column, figure]) => {
      const ratio = figures === small ? '' : `, ${formatRatio(figure, small[column])} times`
      return [column, `${formatFigure(figure)}${ratio}`]
    })
    return [name, Object.fromEntries(cells)]
  })
  return markdownTable(Object.fromEntries(rows))
}
