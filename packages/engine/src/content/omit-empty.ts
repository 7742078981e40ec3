/** Omits fields whose value is undefined, an empty string, an empty list or an empty object. */
export function omitEmpty<Fields extends object>(
  fields: {
    [Name in keyof Fields]: Fields[Name] | undefined
  },
): Partial<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => !isEmpty(value))
  return Object.fromEntries(filled) as Partial<Fields>
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === ''
}
