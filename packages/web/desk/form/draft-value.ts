import { listFields } from '#packages/web/core/form/form-validation.ts'
import type { FormSpec } from './form-spec.ts'

/** The values that may be stored: all except passwords. */
export function removeSecrets<Values extends object>(spec: FormSpec<Values>, values: Values): Partial<Values> {
  const secrets = new Set<string>(
    listFields(spec)
      .filter(({ kind }) => kind === 'password')
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name))) as Partial<Values>
}

/** A draft may be older than the form: only values that still fit are restored. */
export function restoreDraft<Values extends object>(start: Values, draft: unknown): Values {
  const fits = ([name, value]: [string, unknown]) => {
    if (!(name in start)) return false
    const before: unknown = start[name as keyof Values]
    return (
      before === null ||
      value === null ||
      (typeof before === typeof value && Array.isArray(before) === Array.isArray(value))
    )
  }
  const entries = typeof draft === 'object' && draft !== null ? Object.entries(draft).filter(fits) : []
  return { ...start, ...(Object.fromEntries(entries) as Partial<Values>) }
}
