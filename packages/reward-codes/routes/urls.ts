import type { AstroGlobal } from 'astro'

/** The path that says the language of a page. A missing page, at whatever address, is in the main language. */
export function pathOf({ url, routePattern }: Pick<AstroGlobal, 'url' | 'routePattern'>): string {
  return routePattern === '/404' ? '' : url.pathname.slice(path('').length)
}

/** The address of a file or page of the site, which may be below a path. */
export function path(name: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}/${name}`
}
