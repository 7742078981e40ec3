import { expect, test } from 'vitest'
import { DAY_MS, startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'
import { keepHouse } from './housekeeping.ts'

test('the owner is told once a day of what is held', async () => {
  const { url, server, gateway } = await startDelivery()
  await postForm(url, { website: 'https://spam.example' })
  await keepHouse(gateway)
  await keepHouse(gateway)
  gateway.wake()
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.subject).toBe('Held for you to look at: one message on Reward Codes')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.received).toHaveLength(1)
})

test('words are deleted after their time, and never before they are sent', async () => {
  const { url, gateway, pass, settled, message } = await startDelivery({
    environment: { RETENTION_DAYS: '30' },
  })
  await postForm(url)
  await settled(1)
  pass(30 * DAY_MS - 1000)
  await keepHouse(gateway)
  expect((await message()).variables).toContain('Good work.')
  pass(2000)
  await keepHouse(gateway)
  expect(await message()).toMatchObject({ variables: null, sender: '', state: 'sent' })
})
