import type { z } from 'zod'

/** The first message for each field that violates its contract. */
export function getFormErrors(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values)
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}
