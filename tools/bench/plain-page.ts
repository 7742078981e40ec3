import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parse } from 'yaml'

const STYLES = `body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.6 system-ui,sans-serif;color:#222;background:#fdfdfc}
ul{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}h1{font-size:2.5rem;line-height:1.1}
li{flex:1 1 16rem;border-top:1px solid}img{width:100%;height:auto}a{color:#7a2b1d}label{display:block}
input,select,textarea,button{font:inherit;width:100%;max-width:30rem;padding:.5rem;box-sizing:border-box}
@media(prefers-color-scheme:dark){body{color:#eee;background:#181716}a{color:#f0a58f}}`
/** Other headers stay as they are: some make Chromium start a process. */
const POLICY = "Content-Security-Policy: default-src 'self' data:; style-src 'unsafe-inline'"
/** Fields of the content that are no text of the page. */
const NO_TEXT = ['menuLabel', 'icon', 'color', 'imgSrc', 'imgAlt', 'pictures', 'fileName']

/** Replaces the page of a built site by one with its texts and pictures, and neither scripts nor fonts. */
export function writePlainPage(folder: string, contentFile: string) {
  const file = join(folder, 'index.html')
  const html = plainPage(parse(readFileSync(contentFile, 'utf8')), readFileSync(file, 'utf8'))
  writeFileSync(file, html)
  writeFileSync(`${file}.br`, brotliCompressSync(html))
  const headers = join(folder, '_headers')
  const changed = readFileSync(headers, 'utf8').replace(/Content-Security-Policy: .*/g, POLICY)
  writeFileSync(headers, changed)
}

type Content = Record<string, Record<string, string>>

function plainPage({ site, brand, person, hero, footer, ...sections }: Content, built: string) {
  const [first, ...others] = picturesOf(built)
  const menu = Object.entries(sections).map(
    ([id, { menuLabel }]) => `<li><a href="#${id}">${menuLabel}</a></li>`,
  )
  const parts = Object.entries(sections).map(([id, { heading, ...rest }]) => {
    const pictures = id === 'projects' ? others.join('') : ''
    return `<section id="${id}"><h2>${heading}</h2>${textsOf(rest)}${pictures}</section>`
  })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${site?.title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="description" content="${site?.description}">
<link rel="icon" href="favicon.svg"><style>${STYLES}</style></head><body>
<header><a href="#top">${brand?.text}</a><nav><ul>${menu.join('')}</ul></nav></header>
<main id="top"><h1>${person?.name}</h1>${first}${textsOf(hero)}${parts.join('\n')}<form method="post" action="/api/">
<label>Name <input name="name" autocomplete="name" required></label>
<label>E-mail <input name="email" type="email" autocomplete="email" required></label>
<label>Subject <input name="subject"></label>
<label>Message <textarea name="message" rows="5"></textarea></label><button>Send</button></form></main>
<footer>${textsOf(footer)}</footer></body></html>`
  return html.replaceAll('{name}', `${person?.name}`)
}

/** The markup of each picture below the header, once. */
function picturesOf(html: string): string[] {
  const [, main = ''] = html.split('<main')
  const pictures = main.match(/<picture.*?<\/picture>|<img[^>]*>/gs) ?? []
  const bySource = new Map(pictures.map((one) => [/src="([^"]*)"/.exec(one)?.[1], one]))
  return [...bySource.values()].map((one) => one.replace(/ (class|data-[\w-]+)="[^"]*"/g, ''))
}

/** A paragraph for each text of a part of the content, and lists as lists. */
function textsOf(content: unknown): string {
  if (Array.isArray(content)) {
    return `<ul>${content.map((item) => `<li>${textsOf(item)}</li>`).join('')}</ul>`
  }
  if (typeof content !== 'object' || content === null) return `<p>${content}</p>`
  const shown = Object.entries(content).filter(([name]) => !NO_TEXT.includes(name))
  return shown.map(([, value]) => textsOf(value)).join('')
}
