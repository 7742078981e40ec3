/** Resolves with `value` after the given time. */
export function delay<Value = undefined>(milliseconds: number, value?: Value) {
  return new Promise<Value | undefined>((resolve) => setTimeout(() => resolve(value), milliseconds))
}
