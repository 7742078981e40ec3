/** Reports an error that React recovered from, such as a hydration mismatch. */
export function reportError(error: unknown): void {
  console.error(error)
  // The development server shows it in an overlay and in the terminal. Builds drop this branch.
  if (import.meta.hot) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? `\n${cause.message}` : ''
    import.meta.hot.send('page:error', { message: message + reason })
  }
}
