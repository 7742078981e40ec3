/** The path of a page below that of the site. */
export function pathBelow({ pathname }: URL): string {
  return pathname.slice(path('').length)
}

/** The address of a file or page of the site, which may be below a path. */
export function path(name: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}/${name}`
}
