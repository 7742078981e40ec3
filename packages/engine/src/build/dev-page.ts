import type { ViteDevServer } from 'vite'
import { codeFile, ENGINE_CODE } from '../folders.ts'
import { UI_ICONS } from '../page/components/ui-icons.ts'
import { devScripts, devStyles } from './dev-assets.ts'
import { type DocumentParts, renderDocument } from './document.ts'
import type { SiteAssets } from './generate-assets.ts'
import type { PageServer } from './pages.ts'

const SERVER_ENTRY = devAddress('page/entry.server.tsx')
const CLIENT_ENTRY = devAddress('page/entry.client.tsx')
const STYLEGUIDE_ENTRY = devAddress('page/entry.styleguide.tsx')

/** The URL path of a file of the engine's code on the development server. */
function devAddress(name: string): string {
  return codeFile(name).slice(ENGINE_CODE.length)
}

/** Renders the document for a path: the page, the styleguide or the 404 page. */
export async function renderDevPage(server: ViteDevServer, current: SiteAssets, path: string) {
  const { portfolio } = current.page
  const isStyleguide = path === '/styleguide'
  const isPage = path === '/'
  const page = (await server.ssrLoadModule(SERVER_ENTRY)) as PageServer
  // The styleguide is rendered on the client only.
  const body = isStyleguide ? '' : isPage ? page.renderPage() : page.renderNotFound('/')
  return renderDocument({
    ...documentOf(current),
    ...(!isPage && { title: portfolio.strings.missingTitle }),
    noindex: !isPage,
    links: (await devScripts(server)) + (await devStyles(server)),
    body,
    ...(isPage && { scripts: [CLIENT_ENTRY] }),
    ...(isStyleguide && { scripts: [STYLEGUIDE_ENTRY] }),
  })
}

function documentOf({ page, brand, icons, palettes, fonts, css }: SiteAssets) {
  const { portfolio } = page
  return {
    portfolio,
    title: portfolio.site.title,
    base: '',
    palettes,
    brand,
    brandUrl: portfolio.brand.image.src,
    fonts,
    css,
    icons: [...UI_ICONS, ...icons],
  } satisfies Partial<DocumentParts>
}
