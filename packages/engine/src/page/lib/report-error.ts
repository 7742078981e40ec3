/** Tells a fault that React mended by itself, such as markup that differs from the server's. */
export function reportFault(error: unknown): void {
  console.error(error)
  // The development server shows it over the page and in the terminal; a build leaves this out.
  if (import.meta.hot) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? `\n${cause.message}` : ''
    import.meta.hot.send('page:fault', { message: message + reason })
  }
}
