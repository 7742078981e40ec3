let tries = 1

/**
 * A script that did not come is asked for once more. Firefox remembers a failed import by its
 * address, so the second time it needs another one; the error names the first.
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = /https?:\/\/[^\s'"]+\.js/.exec(String(error)) ?? []
    if (!address?.startsWith(`${location.origin}/`)) throw error
    return import(/* @vite-ignore */ `${address}?try=${tries++}`)
  }
}
