/** The path of a file, a page or a stored value of the site, which may be below the path of others. */
export function sitePath(name: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}/${name}`
}
