/** The words of a text without accents, joined by hyphens: the readable part of an anchor or a file name. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}_]+/gu)
  return (words ?? []).join('-')
}
