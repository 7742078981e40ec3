/** What a file seems to be, told from what is in it: names of files are often wrong. */
export type Kind = 'zip' | 'pdf' | 'vcard' | 'xml' | 'table' | 'data' | 'binary' | 'empty'

/** Of a zip with files, and of one without. */
const ZIP_STARTS = ['PK\u0003\u0004', 'PK\u0005\u0006']

export function recognise(bytes: Uint8Array): Kind {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (ZIP_STARTS.includes(start)) return 'zip'
  if (start === '%PDF') return 'pdf'
  const text = decode(bytes)
  if (text === undefined) return 'binary'
  if (text.trim() === '') return 'empty'
  if (/^\s*BEGIN:VCARD\s/i.test(text)) return 'vcard'
  if (/^\s*</.test(text)) return 'xml'
  const [firstLine = ''] = text.trim().split('\n')
  if (/^"?[\w ]+"?,/.test(firstLine) && !firstLine.includes(': ')) return 'table'
  return 'data'
}

/** The text of a file in UTF-8 or UTF-16, or nothing if it is none. */
export function decode(bytes: Uint8Array): string | undefined {
  const isWide =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return isWide || bytes.includes(0) ? undefined : new TextDecoder('windows-1252').decode(bytes)
  }
}
