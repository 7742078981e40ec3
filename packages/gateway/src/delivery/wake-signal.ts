/** Lets one caller wait for a notification or a timeout. */
export function createWakeSignal() {
  let notifications = 0
  let end = () => {}
  return {
    count: () => notifications,
    notify: () => {
      notifications++
      end()
    },
    /** `seen` is the count at the last check. A later notification ends the wait at once. */
    wait: (milliseconds: number, seen: number) =>
      new Promise<void>((resolve) => {
        if (notifications !== seen) return resolve()
        const timer = setTimeout(() => end(), milliseconds)
        end = () => {
          clearTimeout(timer)
          end = () => {}
          resolve()
        }
      }),
  }
}
