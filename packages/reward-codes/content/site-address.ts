import { join } from 'node:path'
import { CONTENT_FILE } from './load.ts'
import { plainValue, readSource } from './source.ts'
import { getIn } from './values.ts'

/** The public address of the site in content that may have errors, which are reported when a page is rendered. */
export function readAddress(folder: string): URL | undefined {
  const url = getIn(plainValue(readSource(join(folder, CONTENT_FILE))), ['site', 'url'])
  return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)
    ? new URL(url)
    : undefined
}
