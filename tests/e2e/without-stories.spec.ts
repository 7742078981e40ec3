import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildServer } from 'reward-codes-gateway/server'
import { MockGateway } from '../fixtures/mock-gateway.ts'
import { expect, fill, openForm, solve, subject, toasts } from './contact.ts'
import { folderOf, test } from './site.ts'

test('what the specification names is on the home page, also without any story', async ({
  page,
}, info) => {
  const site = info.outputPath('site')
  cpSync(await folderOf('shipped'), site, { recursive: true })
  rmSync(join(site, 'projects'), { recursive: true })
  const app = buildServer({ site, root: '/' })
  const gateway = await new MockGateway(await app.listen({ port: 0, host: '127.0.0.1' })).start()
  await openForm(page, gateway)
  for (const name of ['About', 'Hobbies', 'Portfolio', 'Summary', 'Contact']) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  const cards = page.locator('#portfolio [role="group"] article')
  await expect(cards).toHaveCount(6)
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading')).toHaveCount(1)
    await expect(card.getByRole('img')).toHaveCount(1)
    for (const name of [/^GitHub/, /^Live Demo/]) {
      await expect(card.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    }
  }
  await page.getByRole('button', { name: 'Next project' }).click()
  await expect(page.getByText('2–4 of 6').first()).toBeAttached()
  await fill(page)
  await subject(page).selectOption('Project Collaboration')
  await solve(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(toasts(page)).toHaveText('Message sent successfully!')
  await gateway.stop()
  await app.close()
})
