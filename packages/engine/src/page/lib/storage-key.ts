/** The key of a stored value. It has the path of the site, because all sites of an origin share its storage. */
export function storageKey(name: string): string {
  // The prefix of every URL of the site (build/document.ts).
  const { base = '.' } = document.documentElement.dataset
  return new URL(`${base}/`, location.href).pathname + name
}
