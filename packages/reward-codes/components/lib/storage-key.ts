/** The key of a stored value. It has the path of the site, because all sites of an origin share its storage. */
export function storageKey(name: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}/${name}`
}
