/** The address of a database without its login and its parameters, which may hold a password. */
export function locationOf(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
