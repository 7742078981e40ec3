/** An error that the owner can fix. Its message says how, so a command prints it alone. */
export class UserError extends Error {
  // Astro and Vite print it, and it leads to this package.
  override stack = ''

  /** Astro searches this text for words such as "window", and would advise to move code to the browser. */
  override toString(): string {
    return this.name
  }
}
