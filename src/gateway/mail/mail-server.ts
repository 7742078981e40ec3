import { z } from 'zod'

/** The address of a mail server, with its name and password written as in any address. */
export const mailServer = z
  .url({
    abort: true,
    protocol: /^smtps?$/,
    error:
      'an address such as smtps://name:password@mail.example.com, with # / : @ and % in name and ' +
      'password written as %23 %2F %3A %40 and %25',
  })
  .refine(isReadable, {
    error: 'a name or password with a sign that must be written in code, such as %25 for %',
  })

function isReadable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
