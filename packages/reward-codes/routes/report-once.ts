import type { MiddlewareHandler } from 'astro'

/**
 * Reports an error in the content once in `astro dev`. Astro prints an error that a page throws twice, and one that
 * breaks off the body of a response once; it shows its overlay for both. So the error is moved into the body.
 */
export const onRequest: MiddlewareHandler = async (_, next) => {
  try {
    return await next()
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ContentError')) throw error
    const body = new ReadableStream({ start: (controller) => controller.error(error) })
    return new Response(body, { status: 500, headers: { 'content-type': 'text/html' } })
  }
}
