import {
  button,
  choose,
  email,
  expect,
  fill,
  message,
  name,
  notice,
  openForm,
  solve,
  subject,
  test,
  toasts,
} from './contact.ts'

test('a message arrives with every field that the wire names', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await fill(page)
  await choose(page, 'Project Collaboration')
  await message(page).fill('One\nTwo – ż 😀')
  await solve(page)
  await button(page).click()
  await expect(toasts(page)).toHaveText('Message sent successfully!')
  await expect(toasts(page)).toHaveAttribute('data-type', 'success')

  const [received] = gateway.received
  expect(gateway.received).toHaveLength(1)
  expect(received?.contentType).toMatch(/^multipart\/form-data; boundary=/)
  const {
    'g-recaptcha-response': token,
    submission_id,
    seconds_to_fill,
    ...fields
  } = received?.fields ?? {}
  expect(fields).toEqual({
    user_name: ['Ada Łovelace'],
    user_email: ['ada@example.com'],
    subject: ['Project Collaboration'],
    message: ['One\r\nTwo – ż 😀'],
    website: [''],
    lib_version: ['4.3.3'],
    service_id: ['default_service', 'default_service'],
    template_id: ['contact', 'contact'],
    user_id: ['portfolio', 'portfolio'],
  })
  expect(token).toHaveLength(1)
  expect(submission_id?.[0]).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(Number(seconds_to_fill?.[0])).toBeLessThan(60)
})
