import type { Change } from './changes.ts'
import { setInYaml } from './set-in-yaml.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** The text of a content file with some changes made and everything else as it was. */
export function applyToDocument(text: string, changes: Change[]): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const isWindows = text.includes('\r\n')
  const plain = text.slice(mark.length).replaceAll('\r\n', '\n')
  const changed = changes.reduce((whole, { path, value }) => setInYaml(whole, path, value), plain)
  return mark + (isWindows ? changed.replaceAll('\n', '\r\n') : changed)
}
