import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { set } from 'test-fixtures/change-content.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../tests/fixtures/mistakes')
const TIMEOUT = 120_000

test(
  'doctor and a second build say of forty mistakes what was found and what is expected',
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
    copyFileSync(join(FOLDER, 'portfolio.yaml'), join(site.content, 'portfolio.yaml'))
    const { out } = await site.run(['doctor'])
    const [, mistakes = ''] = /^(failed +site[\s\S]*?\n)(?=\w)/m.exec(out) ?? []
    await expect(mistakes).toMatchFileSnapshot(join(FOLDER, 'doctor.txt'))
    const second = await site.build()
    const said = second.out + second.error
    expect(second.exitCode).toBe(1)
    expect(said.match(/The content has 39 errors:/g), said).toHaveLength(1)
    const places = (text: string) => text.match(/content\/portfolio\.yaml:\d+:\d+ {2}\S+/g)
    expect(places(said)).toEqual(places(mistakes))
    expect(said).not.toMatch(/UserError|node:internal|Node\.js v/)
  },
  TIMEOUT,
)
