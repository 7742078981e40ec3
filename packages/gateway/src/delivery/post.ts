export type Answer = { status: number; json: Record<string, unknown> }

/** Posts to another server, which must answer in time, and not lead elsewhere. Rejects if it does not answer. */
export async function post(
  url: string,
  request: Pick<RequestInit, 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(url, { method: 'POST', ...request, redirect: 'error', signal })
    return { status: response.status, json: parseObject(await response.text()) }
  } catch (error) {
    // fetch hides the reason in the cause of its error.
    const { cause = error } = Object(error)
    throw new Error(`${new URL(url).host}: ${cause.message || cause.code}`, { cause })
  }
}

function parseObject(text: string): Answer['json'] {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
