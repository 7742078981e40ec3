/** The format of a file, detected from its content, because file names are often wrong. */
type Format = 'zip' | 'pdf' | 'vcard' | 'xml' | 'table' | 'data' | 'binary' | 'empty'

/** The signatures of a zip with files, and of one without. */
const ZIP_SIGNATURES = ['PK\u0003\u0004', 'PK\u0005\u0006']

export function detectFormat(bytes: Uint8Array): Format {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (ZIP_SIGNATURES.includes(start)) return 'zip'
  if (start === '%PDF') return 'pdf'
  const text = decode(bytes)
  if (text === undefined) return 'binary'
  if (text.trim() === '') return 'empty'
  if (/^\s*BEGIN:VCARD\s/i.test(text)) return 'vcard'
  if (/^\s*</.test(text)) return 'xml'
  const [firstLine = ''] = text.trim().split('\n')
  return /^"?[\w ]+"?,/.test(firstLine) && !firstLine.includes(': ') ? 'table' : 'data'
}

/** Decodes UTF-8, UTF-16 or Windows-1252; undefined if the bytes are no text. */
export function decode(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    const isText = encoding === 'utf-8' && !bytes.includes(0)
    return isText ? new TextDecoder('windows-1252').decode(bytes) : undefined
  }
}
