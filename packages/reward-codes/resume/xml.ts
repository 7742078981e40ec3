/** A text in XML, which has no control characters. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}--[\t\n]]/gv, '')
    .replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
