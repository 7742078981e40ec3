import { z } from 'zod'

const EXPECTED =
  'must be a URL such as smtps://name:password@mail.example.com, with # / ? : @ and % in name ' +
  'and password percent-encoded as %23 %2F %3F %3A %40 and %25'

/** The URL of a mail server, with percent-encoded user name and password. */
export const mailServer = z
  .url({ abort: true, protocol: /^smtps?$/, error: EXPECTED })
  // An unencoded character of the password ends the host, and the rest would be shown.
  .refine(endsWithHost, { abort: true, error: EXPECTED })
  .refine(isReadable, {
    error: 'has a name or password that is not percent-encoded, such as %25 for %',
  })

function endsWithHost(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return ['', '/'].includes(pathname) && search === '' && hash === ''
}

function isReadable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
