/** Posts to another server, which must answer in time, and not lead elsewhere. */
export function postTo(
  url: string,
  request: Pick<RequestInit, 'headers' | 'body'>,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Response> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  return fetch(url, { method: 'POST', ...request, redirect: 'error', signal: inTime })
}

/** Why a server did not answer: fetch hides the reason in the cause of its error. */
export function causeOf(error: unknown): { code?: string; message?: string } {
  return Object(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}
