import { rolldown } from 'rolldown'
import { codeFile } from '../folders.ts'

const ENTRY = codeFile('page/loader.ts')

let script: Promise<string> | undefined

/** Bundles page/loader.ts into the inline script of the page, once for each process. */
export function loaderScript(): Promise<string> {
  script ??= bundleLoader()
  return script
}

async function bundleLoader(): Promise<string> {
  const bundle = await rolldown({ input: ENTRY })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code.trim()
}
