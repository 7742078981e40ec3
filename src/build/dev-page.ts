import type { ViteDevServer } from 'vite'
import { contentMark } from './content-plugin.ts'
import { devScripts, devStyles } from './dev-head.ts'
import { type DocumentParts, renderDocument } from './document.ts'
import type { FromContent } from './from-content.ts'
import { type PageServer, pageIcons } from './pages.ts'

const SERVER_ENTRY = '/src/page/server.tsx'
const CLIENT_ENTRY = '/src/page/client.tsx'
const SPECIMEN_ENTRY = '/src/page/specimen-client.tsx'

/** The document for an address: the page, the specimen, or what stands where there is nothing. */
export async function renderDevPage(server: ViteDevServer, current: FromContent, path: string) {
  const { portfolio } = current
  const mark = contentMark(current.page.portfolio)
  const isSpecimen = path === '/specimen'
  const isPage = path === '/'
  const page = (await server.ssrLoadModule(SERVER_ENTRY)) as PageServer
  // An empty body for the specimen: it only ever lives in the browser.
  const body = isSpecimen ? '' : isPage ? page.renderPage() : page.renderMissing('/')
  return renderDocument({
    ...documentOf(current),
    ...(!isPage && { title: portfolio.words.missingTitle }),
    isHidden: !isPage,
    links: (await devScripts(server)) + (await devStyles(server)) + mark,
    body,
    ...(isPage && { scripts: [CLIENT_ENTRY] }),
    ...(isSpecimen && { scripts: [SPECIMEN_ENTRY] }),
  })
}

/** All that an open page shows and that is not drawn by React. Where it stays the same, React alone draws a change. */
export function renderAround(current: FromContent): Promise<string> {
  return renderDocument({ ...documentOf(current), isHidden: true, body: '' })
}

function documentOf({ portfolio, page, palettes, fonts, css }: FromContent) {
  return {
    portfolio,
    title: portfolio.site.title,
    base: '',
    palettes,
    brandPicture: page.portfolio.brand.image.src,
    fonts,
    css,
    icons: pageIcons(portfolio),
  } satisfies Partial<DocumentParts>
}
