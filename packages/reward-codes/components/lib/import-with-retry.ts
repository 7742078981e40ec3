let retries = 1

/**
 * Retries a failed import once. Firefox before 155 caches a failed import by URL (https://bugzil.la/2055211), so the
 * retry adds a query to the URL, which it reads from the error message.
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [url] = /https?:\/\/[^\s'"]+\.js/.exec(String(error)) ?? []
    if (!url?.startsWith(`${location.origin}/`)) throw error
    return import(/* @vite-ignore */ `${url}?try=${retries++}`)
  }
}
