/** Runs work with a signal that is aborted after a time, or with `forceAbort`. */
export async function withTimeLimit<R>(
  milliseconds: number,
  forceAbort: AbortSignal,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  // AbortSignal.any leaves an entry in `forceAbort` for ever, and AbortSignal.timeout takes 2 KB until
  // its time is over, minutes after most mails are sent.
  const controller = new AbortController()
  const abort = () => controller.abort(forceAbort.reason)
  const expire = () => controller.abort(new Error('The time for the attempt is over'))
  if (forceAbort.aborted) abort()
  forceAbort.addEventListener('abort', abort)
  const timer = setTimeout(expire, milliseconds).unref()
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    forceAbort.removeEventListener('abort', abort)
  }
}
