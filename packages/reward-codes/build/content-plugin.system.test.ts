import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { ASTRO } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'

/** Saves another hue right after the content is read for the first time. */
const SAVE = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { readFileSync } = fs
fs.readFileSync = (file, ...options) => {
  const read = readFileSync(file, ...options)
  if (!String(file).endsWith('content/portfolio.yaml')) return read
  Object.assign(fs, { readFileSync })
  syncBuiltinESMExports()
  fs.writeFileSync(file, readFileSync(file, 'utf8').replace('hue: 10', 'hue: 20'))
  return read
}
syncBuiltinESMExports()
`

test('what is saved while a development server reads the content is shown', async () => {
  const site = createSite({ change: set('site.hue', 10) })
  const preloaded = join(site.root, 'save.mjs')
  writeFileSync(preloaded, SAVE)
  const { child, ended, until } = site.start([
    ...[process.execPath, '--import', preloaded],
    ...[ASTRO, 'dev', '--host', '127.0.0.1', '--port', '0'],
  ])
  onTestFinished(async () => {
    child.kill()
    await ended
    site.remove()
  })
  const url = await until(/Local +(http:\S+?)\/?\s/)
  const styles = async () =>
    (await fetch(`${url}/@id/__x00__virtual:reward-codes/tokens.css`)).text()
  await expect.poll(styles).toContain('--hue:20')
})
