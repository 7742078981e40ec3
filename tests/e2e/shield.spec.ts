import { expect, open, siteOf, test } from './site.ts'

// Every other test runs under the same CSP and fails on a violation in the console.

test('every response of the site has its security headers', async ({ request }) => {
  for (const path of ['/', '/nothing-here', '/resume.json']) {
    const headers = (await request.get(siteOf() + path)).headers()
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy'], path).toContain('camera=()')
    expect(headers['content-security-policy'], path).toBe("frame-ancestors 'none'")
  }
})

test.describe('an attacker', () => {
  test.use({ allowed: /Content Security Policy|Trusted(?:HTML|Script)/ })

  test('runs no script with injected markup', async ({ page }) => {
    await open(page)
    expect(await page.evaluate(injectScripts)).toEqual([])
  })

  test('sets no styles with an attribute', async ({ page }) => {
    await open(page)
    const colour = await page.evaluate(() => {
      document.body.setAttribute('style', 'color: rgb(1, 2, 3)')
      return getComputedStyle(document.body).color
    })
    expect(colour).not.toBe('rgb(1, 2, 3)')
  })

  test('creates no markup from strings where no captcha needs it', async ({ page }) => {
    await open(page, 'no captcha')
    const refusal = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>markup</b>'
      } catch (error) {
        return String(error)
      }
    })
    expect(refusal).toContain('TrustedHTML')
  })

  test('cannot show the site in a frame', async ({ page }) => {
    await page.goto(process.env.OUTSIDE ?? '')
    await page.evaluate((address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
      return new Promise((resolve) => frame.addEventListener('load', resolve))
    }, siteOf())
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0)
  })
})

/** Runs in the page: tries each way to inject a script. Returns those that ran. */
async function injectScripts(): Promise<string[]> {
  const executed: string[] = []
  Object.assign(window, { mark: (name: string) => executed.push(name) })
  const script = document.createElement('script')
  const button = document.createElement('button')
  const attacks = [
    () => Object.assign(script, { textContent: "mark('script')" }),
    () => button.setAttribute('onclick', "mark('handler')"),
  ]
  for (const attack of attacks) {
    try {
      attack()
    } catch {
      // The page requires Trusted Types.
    }
  }
  document.body.append(script, button)
  button.click()
  // The debugger may evaluate strings under this CSP, a timer may not.
  // biome-ignore lint/security/noGlobalEval: the attack under test
  setTimeout(() => window.eval("mark('eval')"))
  await new Promise((resolve) => setTimeout(resolve, 100))
  return executed
}
