/** Lets one wait until it rings or the time is over. */
export function createBell() {
  let rings = 0
  let end = () => {}
  return {
    count: () => rings,
    ring: () => {
      rings++
      end()
    },
    /** `heard` is the count when the waiter last looked: what rang since then is not slept through. */
    wait: (milliseconds: number, heard: number) =>
      new Promise<void>((resolve) => {
        if (rings !== heard) return resolve()
        const timer = setTimeout(() => end(), milliseconds)
        end = () => {
          clearTimeout(timer)
          end = () => {}
          resolve()
        }
      }),
  }
}
