/** The address of a page of this site, which may be below a path: /blog/ is /portfolio/blog/ there. */
export function siteAddress(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}${path}`
}
