import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { MISTAKES } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'

const TIMEOUT = 120_000
const PLACES = /content\/portfolio\.yaml:\d+:\d+ {2}\S+/g

type Finding = { check: string; errors: Record<'file' | 'line' | 'column' | 'field', string>[] }

test(
  'doctor, its JSON and a build name the same mistakes, each once',
  async () => {
    const site = createSite()
    onTestFinished(() => site.remove())
    copyFileSync(join(MISTAKES, 'portfolio.yaml'), join(site.content, 'portfolio.yaml'))
    const { out: json } = await site.run(['doctor', '--json'])
    const findings: Finding[] = JSON.parse(json).findings
    const errors = findings.find(({ check }) => check === 'site')?.errors ?? []
    const places = errors.map((one) => `${one.file}:${one.line}:${one.column}  ${one.field}`)
    expect(places.length).toBeGreaterThan(70)
    const { out, exitCode } = await site.run(['doctor'])
    expect(exitCode).toBe(1)
    expect(out.match(PLACES)).toEqual(places)
    const built = await site.build()
    const said = built.out + built.error
    expect(built.exitCode).toBe(1)
    expect(said.match(PLACES)).toEqual(places)
    expect(said).not.toMatch(/UserError|node:internal|Node\.js v/)
  },
  TIMEOUT,
)
