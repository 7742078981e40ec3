const LOAD_MS = 20_000

const loads = new Map<string, Promise<void>>()
let calls = 0

/** Loads a provider's script once; one that failed may be tried again. */
export function loadProvider(address: string, parameters: Record<string, string>): Promise<void> {
  const load = loads.get(address) ?? loadScript(address, parameters)
  loads.set(address, load)
  load.catch(() => loads.delete(address))
  return load
}

// The script itself is only a door through which more comes, so the provider's own call counts.
function loadScript(address: string, parameters: Record<string, string>): Promise<void> {
  const callback = `captchaReady${calls++}`
  const script = document.createElement('script')
  script.src = `${address}?${new URLSearchParams({ ...parameters, onload: callback })}`
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(fail, LOAD_MS)
    Reflect.set(window, callback, () => {
      settle()
      resolve()
    })
    script.addEventListener('error', fail)
    document.head.append(script)

    function fail() {
      settle()
      script.remove()
      reject(new Error(`The captcha did not come from ${address}.`))
    }
    function settle() {
      clearTimeout(timer)
      Reflect.deleteProperty(window, callback)
    }
  })
}
