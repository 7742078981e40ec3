import type { AstroGlobal } from 'astro'
import { sitePath } from '../components/lib/site-path.ts'

/** The path that says the language of a page. A missing page, at whatever address, is in the main language. */
export function pathOf({ url, routePattern }: Pick<AstroGlobal, 'url' | 'routePattern'>): string {
  return routePattern === '/404' ? '' : url.pathname.slice(path('').length)
}

/** The address of a file or page of the site. */
export const path = (name: string): string => sitePath(name)
