type Matcher = (body: Buffer) => boolean

const isEbml = startsWith('\x1aE\xdf\xa3')

/** A brand of MP4. The brand of QuickTime, "qt  ", is not one. */
const MP4_BRAND = /^(iso[m\d]|mp4\d|avc1|M4V[ HP]|dash|MSNV)$/

/** The video format of a file, from its first bytes. */
export function findVideoFormat(head: Buffer): 'MP4' | 'WebM' | undefined {
  // Matroska has the same start as WebM, and another type in its header.
  if (isEbml(head)) return latin1At(head, 0, 64).includes('webm') ? 'WebM' : undefined
  return isIsoMedia(head, MP4_BRAND) ? 'MP4' : undefined
}

/** Whether a file is a video, also one that browsers cannot play. Images must be excluded before. */
export function isVideo(body: Buffer): boolean {
  return isEbml(body) || isIsoMedia(body, /./)
}

export function startsWith(...starts: string[]): Matcher {
  return (body) => starts.some((start) => latin1At(body, 0, start.length) === start)
}

/** Whether an ISO base media file (MP4, AVIF, HEIC) lists a brand that matches. */
export function isIsoMedia(body: Buffer, brand: RegExp): boolean {
  if (latin1At(body, 4, 4) !== 'ftyp') return false
  return (latin1At(body, 8, body.readUInt32BE(0) - 8).match(/.{4}/gs) ?? []).some((name) =>
    brand.test(name),
  )
}

/** Decodes one character from each byte. */
export function latin1At(body: Buffer, start: number, length: number): string {
  return body.toString('latin1', start, start + Math.max(length, 0))
}
