import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { set } from 'test-fixtures/change-content.ts'
import { MISTAKES } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'

const TIMEOUT = 120_000
const PLACES = /content\/portfolio\.yaml:\d+:\d+ {2}\S+/g

type Finding = { check: string; errors: Record<'file' | 'line' | 'column' | 'field', string>[] }

test(
  'doctor, its JSON and a second build with a picture name the same mistakes, each once',
  async () => {
    const site = createSite()
    onTestFinished(() => site.remove())
    const create = { width: 720, height: 600, channels: 3, background: 'teal' } as const
    await sharp({ create }).jpeg().toFile(join(site.content, 'images/shop.jpg'))
    site.edit((content) => {
      set('projects.cards.0.imgSrc', 'images/shop.jpg')(content)
      set('projects.cards.0.imgAlt', 'A shop')(content)
    })
    const first = await site.build()
    expect(first.exitCode, first.out + first.error).toBe(0)
    copyFileSync(join(MISTAKES, 'portfolio.yaml'), join(site.content, 'portfolio.yaml'))
    const { out: json } = await site.run(['doctor', '--json'])
    const findings: Finding[] = JSON.parse(json).findings
    const errors = findings.find(({ check }) => check === 'site')?.errors ?? []
    const places = errors.map((one) => `${one.file}:${one.line}:${one.column}  ${one.field}`)
    expect(places.length).toBeGreaterThan(70)
    const { out, exitCode } = await site.run(['doctor'])
    expect(exitCode).toBe(1)
    expect(out.match(PLACES)).toEqual(places)
    const second = await site.build()
    const said = second.out + second.error
    expect(second.exitCode).toBe(1)
    expect(said.match(PLACES)).toEqual(places)
    expect(said).not.toMatch(/UserError|node:internal|Node\.js v/)
  },
  TIMEOUT,
)
