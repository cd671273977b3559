import { z } from 'zod'

/** Every field name on the wire, at any depth. */
export function listWireNames(schema: z.ZodType | undefined): Set<string> {
  const names = new Set<string>()
  if (schema) walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return names

  function walk(part: unknown) {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name)
      walk(value)
    }
  }
}
