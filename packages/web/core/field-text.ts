import { formatHundredths, type AnyField, type Days, type Reference } from '#packages/contract/entity/index.ts'
import { formatDate, formatDayTime } from '#packages/web/core/format/time.ts'

/** The value of a field in the form of a change: references and files by id, a password never. */
export function getFormValue({ kind, initial }: AnyField, value: unknown): unknown {
  if (kind === 'password') return initial as string
  if (kind === 'files') return ((value ?? []) as readonly Reference[]).map(({ id }) => id)
  return kind === 'reference' ? ((value as Reference | null)?.id ?? null) : value
}

/** The value of a field as plain text, for details and cards; empty if there is none. */
export function getFieldText({ kind, options, look }: AnyField, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  switch (kind) {
    case 'choice':
    case 'status':
      return options![value as string] ?? ''
    case 'choices':
      return (value as string[]).map((key) => options![key] ?? '').join('、')
    case 'reference':
      return (value as Reference).name
    case 'files':
      return (value as readonly Reference[]).map(({ name }) => name).join('、')
    case 'flag':
      return value ? '是' : '否'
    case 'datetime':
      return formatDayTime(value as string)
    case 'date':
      return formatDate(value as string)
    case 'dateRange':
      return `${(value as Days).from} 至 ${(value as Days).to}`
    case 'decimal':
      return `${formatHundredths(value as number, look.unit)} ${look.unit}`
    case 'text':
    case 'password':
    case 'integer':
    case 'external': {
      if (typeof value === 'boolean') return value ? '是' : '否'
      const text = options?.[value as string] ?? String(value as string | number)
      return look.unit ? `${text} ${look.unit}` : text
    }
  }
}
