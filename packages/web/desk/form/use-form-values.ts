import { useMemo, useState } from 'react'
import { listFields, getDerivedValues } from '#packages/web/core/form/form-validation.ts'
import type { FormSpec } from './form-spec.ts'

type Marks = Readonly<Record<string, string>>

/** Some values are lists. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The typed values, and the values derived from them. */
export function useFormValues<Values extends object>(
  spec: FormSpec<Values>,
  initial: Values | undefined,
  onChange: ((values: Values) => void) | undefined,
) {
  const [start, setStart] = useState(() => initial ?? spec.initial())
  const [values, setValues] = useState(start)
  const [filledBy, setFilledBy] = useState<Marks>({})
  const isDirty = useMemo(() => !isSame(values, start), [values, start])

  const put = (next: Values) => {
    setValues(next)
    onChange?.(next)
  }
  /** Returns the fields that were derived from the change. */
  const change = (part: Partial<Values>): string[] => {
    const next = { ...values, ...part }
    const field = listFields(spec).find(({ name }) => name in part)
    const fills = field ? getDerivedValues(spec, field, next) : {}
    // Typed values are not overwritten, only compared.
    const blank = spec.initial()
    const isFree = (name: string) =>
      isSame(next[name as keyof Values], blank[name as keyof Values]) || filledBy[name] !== undefined
    const filled = Object.entries(fills).filter(([name]) => isFree(name))
    const names = filled.map(([name]) => name)
    const typed = new Set(Object.keys(part))
    setFilledBy((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => !typed.has(name))),
      ...Object.fromEntries(names.map((name) => [name, field!.name])),
    }))
    put({ ...next, ...(Object.fromEntries(filled) as Partial<Values>) })
    return names
  }
  const begin = (fresh: Values) => {
    setStart(fresh)
    put(fresh)
    setFilledBy({})
  }
  return { start, values, isDirty, filledBy, put, change, begin, settle: () => setStart(values) }
}
