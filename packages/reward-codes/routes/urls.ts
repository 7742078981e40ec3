/** The address of a file or page of the site, which may be below a path. */
export function path(name: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}/${name}`
}
