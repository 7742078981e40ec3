import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { buildSite } from 'reward-codes/internal/build/build.ts'
import { escapeHtml } from 'reward-codes/internal/build/document.ts'
import { type LoadedContent, loadContent } from 'reward-codes/internal/build/load-content.ts'
import { ownSite } from 'reward-codes/internal/cli/own-site.ts'
import { plainText, type RichText } from 'reward-codes/internal/content/rich-text.ts'
import { buildCsp, makeHeadersFile } from 'reward-codes/internal/exports/security-headers.ts'
import { CONTENT } from 'test-fixtures/folders.ts'
import type { ServerProcess } from './command.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from './figures.ts'
import { measureAnimation } from './page-animation.ts'
import { launchBrowser, slowCpuAndNetwork } from './page-browser.ts'
import { measureInteractions, measureStep, STEPS } from './page-interactions.ts'
import { measureLighthouse } from './page-lighthouse.ts'
import { measureServing, startStaticServer } from './page-serving.ts'

/** Measures the project's own site. Its limit is a plain page with the same text and first picture on the same server. */
export async function measurePage(effort: Effort): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  try {
    const loaded = await loadContent(CONTENT)
    if (!loaded.ok) throw new Error('The content has errors. "npm run build" lists them.')
    const build = async (name: string, portfolio: Portfolio) => {
      const out = join(folder, name)
      const site = ownSite(portfolio)
      await buildSite({
        loaded: { ...loaded, portfolio },
        site,
        content: CONTENT,
        out,
        report: () => {},
      })
      return out
    }
    const site = await build('site', loaded.portfolio)
    const plain = writePlainPage(loaded.portfolio, site, join(folder, 'plain'))
    const servers = [await startStaticServer(site), await startStaticServer(plain)] as const
    const [page, limit] = servers.map(({ url }) => url) as [string, string]
    try {
      return [
        await measureLighthouse(effort, { page, limit }, folder),
        await measureInteractions(effort, page),
        await measureAnimation(effort, page),
        await measureGrowth(effort, loaded.portfolio, build),
        await measureServing(effort, site, folder),
      ].join('\n\n')
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// What a larger portfolio costs a visitor who has not scrolled. 60 projects are the upper end.

const SIZES = [
  { projects: 6, entries: 5 },
  { projects: 60, entries: 50 },
]

async function measureGrowth(
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

type Portfolio = LoadedContent['portfolio']

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
  await page.locator('header [data-hydrated] select').waitFor()
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

// The limit of every measurement of the page: the text of the portfolio and the picture of the first screen,
// without scripts, fonts and other images.

const STYLES = `body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.6 system-ui,sans-serif;color:#222;background:#fdfdfc}
nav ul,.cards{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}h1{font-size:2.5rem;line-height:1.1}
.cards li{flex:1 1 16rem;border-top:1px solid}img{width:100%;height:auto}a{color:#7a2b1d}label{display:block}
input,select,textarea,button{font:inherit;width:100%;max-width:30rem;padding:.5rem;box-sizing:border-box}
@media(prefers-color-scheme:dark){body{color:#eee;background:#181716}a{color:#f0a58f}}`

/** Copies a built site into `folder`, with the plain page as its page. Returns the folder. */
function writePlainPage(portfolio: Portfolio, site: string, folder: string): string {
  const html = plainPage(portfolio, firstPicture(site))
  cpSync(site, folder, { recursive: true })
  rmSync(join(folder, 'index.html.gz'), { force: true })
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(html))
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow:\n')
  const csp = { scripts: [], styles: [STYLES], imageOrigins: [] }
  // The headers of our page, because some of them make Chromium start a new process.
  writeFileSync(join(folder, '_headers'), makeHeadersFile(buildCsp(portfolio, csp)))
  return folder
}

/** The markup of the first picture below the header of a built page. */
function firstPicture(site: string): string {
  const [, main = ''] = readFileSync(join(site, 'index.html'), 'utf8').split('<main')
  const [picture = ''] = /<picture>.*?<\/picture>|<img[^>]*>/.exec(main) ?? []
  return picture.replace(/ (class|loading|data-\w+)="[^"]*"/g, '')
}

function plainPage(portfolio: Portfolio, picture: string): string {
  const { site, brand, hero, sectionOrder, footer } = portfolio
  const icon = 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>'
  return `<!doctype html><html lang="${site.language}"><head><meta charset="utf-8">
<title>${t(site.title)}</title><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="description" content="${t(site.description)}"><link rel="icon" href="${icon}">
<style>${STYLES}</style></head><body>
<header><a href="#top">${t(brand.text)}</a><nav><ul>${sectionOrder
    .map(({ anchor, name }) => `<li><a href="#${anchor}">${t(name)}</a></li>`)
    .join('')}</ul></nav></header>
<main id="top"><p>${t(hero.greeting)}</p><h1>${t(hero.phrases.join(' '))}</h1><p>${t(hero.place ?? '')}</p>${picture}
${sections(portfolio)}</main><footer><p>${r(footer)}</p></footer></body></html>`
}

function sections({ about, services, projects, resume, contact, strings }: Portfolio): string {
  const { form } = strings
  const field = (id: string, label: string, control: string) =>
    `<p><label for="${id}">${t(label)}</label>${control}</p>`
  return [
    about &&
      `<section id="about"><h2>${t(about.heading)}</h2>${about.bio.map((text) => `<p>${r(text)}</p>`).join('')}<ul class="cards">${about.figures.map(({ number, description }) => `<li><b>${t(number)}</b> ${t(description)}</li>`).join('')}</ul></section>`,
    services &&
      `<section id="services"><h2>${t(services.heading)}</h2><ul class="cards">${services.cards.map(({ title, description }) => card(title, r(description))).join('')}</ul></section>`,
    projects &&
      `<section id="portfolio"><h2>${t(projects.heading)}</h2><ul class="cards">${projects.cards.map(({ title, summary, githubUrl, projectUrl }) => card(title, r(summary) + linkTo(githubUrl, projects.githubLabel, title) + linkTo(projectUrl, projects.projectLabel, title))).join('')}</ul></section>`,
    resume &&
      `<section id="resume"><h2>${t(resume.heading)}</h2>${resumeLists(resume)}<p><a href="${resume.fileName}">${t(resume.downloadLabel)}</a></p></section>`,
    contact &&
      `<section id="contact"><h2>${t(contact.heading)}</h2><p>${r(contact.lead)}</p><form method="post" action="/api/">${field('n', form.name, '<input id="n" name="n" required autocomplete="name">')}${field('e', form.email, '<input id="e" name="e" type="email" required autocomplete="email">')}${field('s', form.subject, `<select id="s" name="s">${contact.subjects.map((subject) => `<option>${t(subject)}</option>`).join('')}</select>`)}${field('m', form.message, '<textarea id="m" name="m" rows="5"></textarea>')}<button>${t(form.send)}</button></form></section>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function resumeLists({ education, experience, skills }: NonNullable<Portfolio['resume']>): string {
  const entries = [education, experience].flatMap((column) =>
    column
      ? `<h3>${t(column.heading)}</h3>${column.entries.map(({ course, school, description, period }) => `<h4>${t(course)}</h4><p>${t(school)}, ${t(period?.label ?? '')}</p><p>${r(description)}</p>`).join('')}`
      : [],
  )
  const known =
    skills?.entries.map(({ name, description = '' }) => card(name, t(description))) ?? []
  return `${entries.join('')}<h3>${t(skills?.heading ?? '')}</h3><ul class="cards">${known.join('')}</ul>`
}

const card = (title: string, rest: string) => `<li><h3>${t(title)}</h3><p>${rest}</p></li>`

const linkTo = (url: string | undefined, label: string, title: string) =>
  url ? ` <a href="${t(url)}">${t(label)} ${t(title)}</a>` : ''

const t = escapeHtml
const r = (text: RichText | undefined) => (text ? t(plainText(text)) : '')
