import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../tests/fixtures/mistakes')

test('doctor says of forty mistakes what was found, expected and meant', async () => {
  const site = createSite()
  onTestFinished(() => site.remove())
  copyFileSync(join(FOLDER, 'portfolio.yaml'), join(site.content, 'portfolio.yaml'))
  const create = { width: 720, height: 600, channels: 3, background: 'teal' } as const
  await sharp({ create }).jpeg().toFile(join(site.content, 'images/shop.jpg'))
  const { out } = await site.run(['doctor'])
  const [, mistakes = ''] = /^(failed +site[\s\S]*?\n)(?=\w)/m.exec(out) ?? []
  await expect(mistakes).toMatchFileSnapshot(join(FOLDER, 'doctor.txt'))
})
