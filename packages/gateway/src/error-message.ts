/** Returns the message of any thrown value. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
