import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ENTRY = fileURLToPath(new URL('../page/boot.ts', import.meta.url))

let made: Promise<string> | undefined

/** src/page/boot.ts as it stands in a page: one small script. */
export function bootScript(): Promise<string> {
  made ??= bundleBoot()
  return made
}

async function bundleBoot(): Promise<string> {
  const bundle = await rolldown({ input: ENTRY })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code.trim()
}
