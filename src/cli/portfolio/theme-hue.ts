import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HUE = /(--hue:\s*)(\d+(?:\.\d+)?)/

/** The colour that the page of a folder has. */
export function readHue(folder: string): string | undefined {
  const file = join(folder, 'theme.css')
  return existsSync(file) ? HUE.exec(readFileSync(file, 'utf8'))?.[2] : undefined
}

export function writeHue(folder: string, hue: string): void {
  const file = join(folder, 'theme.css')
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(HUE, (_, name: string) => name + hue),
  )
}
