/** A random UUID; `crypto.randomUUID` itself exists only on pages with TLS and on localhost. */
export function randomId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = Uint8Array.from(webCrypto().getRandomValues(new Uint8Array(16)), stamp)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** TypeScript believes that randomUUID is always there, and then that nothing is left of crypto. */
function webCrypto(): Crypto {
  return crypto
}

/** The marks of version 4 and of the variant in their two bytes. */
function stamp(byte: number, place: number): number {
  if (place === 6) return (byte & 0x0f) | 0x40
  if (place === 8) return (byte & 0x3f) | 0x80
  return byte
}
