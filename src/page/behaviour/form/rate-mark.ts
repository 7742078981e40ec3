/** Where the client of EmailJS keeps the time of the last message. */
export type RateMark = {
  storage: {
    get: (key: string) => Promise<string | null>
    set: (key: string, value: string) => Promise<void>
    remove: (key: string) => Promise<void>
  }
  /** The message has been sent, so its time stands. */
  keep: () => void
  /** Takes back the time written for a message that failed, so that it may be sent again at once. */
  takeBack: () => void
}

// The client writes the time before it sends, and reads none at all unless `init` is given a
// storage of ours. Where storage is blocked, the time is kept as long as the page.
export function createRateMark(): RateMark {
  const memory = new Map<string, string>()
  let written: { key: string; before: string | null } | undefined
  const storage: RateMark['storage'] = {
    // A time to come is garbage, or of a clock that has been set back; it would refuse for ages.
    get: async (key) => (Number(read(key)) > Date.now() ? null : read(key)),
    set: async (key, value) => {
      written = { key, before: read(key) }
      write(key, value)
    },
    remove: async (key) => write(key, null),
  }
  return {
    storage,
    keep: () => {
      written = undefined
    },
    takeBack: () => {
      if (written) write(written.key, written.before)
      written = undefined
    },
  }

  function read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  }

  function write(key: string, value: string | null) {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {}
  }
}
