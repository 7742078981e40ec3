import type { MiddlewareHandler } from 'astro'

/**
 * In development, Astro prints an error of a page twice, and one of its body once: each error in the content leads to
 * a body that fails with it. Astro answers with its overlay all the same.
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
