const LOAD_MS = 20_000

const loads = new Map<string, Promise<void>>()
let calls = 0

/** Loads the script of a provider once. A failed load can be retried. */
export function loadProvider(url: string, parameters: Record<string, string>): Promise<void> {
  const load = loads.get(url) ?? loadScript(url, parameters)
  loads.set(url, load)
  load.catch(() => loads.delete(url))
  return load
}

// The script only loads others, so it is ready when the provider calls `onload`, not on `load`.
function loadScript(url: string, parameters: Record<string, string>): Promise<void> {
  const callback = `captchaReady${calls++}`
  const script = document.createElement('script')
  script.src = `${url}?${new URLSearchParams({ ...parameters, onload: callback })}`
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(fail, LOAD_MS)
    Reflect.set(window, callback, () => {
      cleanUp()
      resolve()
    })
    script.addEventListener('error', fail)
    document.head.append(script)

    function fail() {
      cleanUp()
      script.remove()
      reject(new Error(`The captcha script failed to load from ${url}.`))
    }
    function cleanUp() {
      clearTimeout(timer)
      Reflect.deleteProperty(window, callback)
    }
  })
}
