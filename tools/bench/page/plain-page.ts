import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { escapeHtml } from 'reward-codes/internal/build/document.ts'
import type { Portfolio } from 'reward-codes/internal/content/schema.ts'
import { buildCsp, makeHeadersFile } from 'reward-codes/internal/exports/security-headers.ts'

// The limit of every measurement of the page: the text of the portfolio without scripts, fonts and images.

const STYLES = `body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.6 system-ui,sans-serif;color:#222;background:#fdfdfc}
nav ul,.cards{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}h1{font-size:2.5rem;line-height:1.1}
.cards li{flex:1 1 16rem;border-top:1px solid}a{color:#7a2b1d}label{display:block}
input,select,textarea,button{font:inherit;width:100%;max-width:30rem;padding:.5rem;box-sizing:border-box}
@media(prefers-color-scheme:dark){body{color:#eee;background:#181716}a{color:#f0a58f}}`

/** Writes the plain page into `folder`, which a server can serve. Returns the folder. */
export function writePlainPage(portfolio: Portfolio, folder: string): string {
  const html = plainPage(portfolio)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(html))
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow:\n')
  const csp = { scripts: [], styles: [STYLES], imageOrigins: [] }
  // The headers of our page, because some of them make Chromium start a new process.
  writeFileSync(join(folder, '_headers'), makeHeadersFile(buildCsp(portfolio, csp)))
  return folder
}

function plainPage(portfolio: Portfolio): string {
  const { site, brand, hero, sectionOrder, footer } = portfolio
  const icon = 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>'
  return `<!doctype html><html lang="${site.language}"><head><meta charset="utf-8">
<title>${t(site.title)}</title><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="description" content="${t(site.description)}"><link rel="icon" href="${icon}">
<style>${STYLES}</style></head><body>
<header><a href="#top">${t(brand.text)}</a><nav><ul>${sectionOrder
    .map(({ anchor, name }) => `<li><a href="#${anchor}">${t(name)}</a></li>`)
    .join('')}</ul></nav></header>
<main id="top"><p>${t(hero.greeting)}</p><h1>${t(hero.phrases.join(' '))}</h1><p>${t(hero.place ?? '')}</p>
${sections(portfolio)}</main><footer><p>${t(footer)}</p></footer></body></html>`
}

function sections({ about, services, projects, resume, contact, strings }: Portfolio): string {
  const { form } = strings
  const field = (id: string, label: string, control: string) =>
    `<p><label for="${id}">${t(label)}</label>${control}</p>`
  return [
    about &&
      `<section id="about"><h2>${t(about.heading)}</h2>${about.bio.map((text) => `<p>${t(text)}</p>`).join('')}<ul class="cards">${about.figures.map(({ number, description }) => `<li><b>${t(number)}</b> ${t(description)}</li>`).join('')}</ul></section>`,
    services &&
      `<section id="services"><h2>${t(services.heading)}</h2><ul class="cards">${services.cards.map(({ title, description }) => card(title, t(description ?? ''))).join('')}</ul></section>`,
    projects &&
      `<section id="portfolio"><h2>${t(projects.heading)}</h2><ul class="cards">${projects.cards.map(({ title, summary = '', githubUrl, projectUrl }) => card(title, t(summary) + linkTo(githubUrl, projects.githubLabel, title) + linkTo(projectUrl, projects.projectLabel, title))).join('')}</ul></section>`,
    resume &&
      `<section id="resume"><h2>${t(resume.heading)}</h2>${resumeLists(resume)}<p><a href="${resume.fileName}">${t(resume.downloadLabel)}</a></p></section>`,
    contact &&
      `<section id="contact"><h2>${t(contact.heading)}</h2><p>${t(contact.lead)}</p><form method="post" action="/api/">${field('n', form.name, '<input id="n" name="n" required autocomplete="name">')}${field('e', form.email, '<input id="e" name="e" type="email" required autocomplete="email">')}${field('s', form.subject, `<select id="s" name="s">${contact.subjects.map((subject) => `<option>${t(subject)}</option>`).join('')}</select>`)}${field('m', form.message, '<textarea id="m" name="m" rows="5"></textarea>')}<button>${t(form.send)}</button></form></section>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function resumeLists({ education, experience, skills }: NonNullable<Portfolio['resume']>): string {
  const entries = [education, experience].flatMap((column) =>
    column
      ? `<h3>${t(column.heading)}</h3>${column.entries.map(({ course, school, description = '', period }) => `<h4>${t(course)}</h4><p>${t(school)}, ${t(period?.label ?? '')}</p><p>${t(description)}</p>`).join('')}`
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
