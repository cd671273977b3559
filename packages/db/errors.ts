import pg from 'pg'
import { invalid, Refusal } from '#packages/core'

/** Turns the violation of a named constraint into a message, at a field if given. */
export const onConstraint =
  (constraint: string, message: string, field?: string) =>
  (error: unknown): never => {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== constraint) throw error
    throw field === undefined ? new Refusal(message) : invalid([{ field, msg: message }])
  }

/** Whether an error means that a database is down or does not accept work. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

/** Whether the same work may succeed later: a database is down, or another transaction was in the way. */
export const isTransient = (error: unknown) =>
  isUnavailable(error) || (error instanceof pg.DatabaseError && /^(40|55P03|57014)/.test(error.code ?? ''))

/**
 * Whether a value was valid for its contract but not for PostgreSQL: a number beyond its column, or a date in the year
 * 0000, which PostgreSQL does not have.
 */
export const isOutOfRange = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '22003' || error.code === '22008')

/**
 * The loggable part of an error. PostgreSQL messages may contain personal values, so only the code, the location and
 * the stack are logged, not the message.
 */
export function describeFailure(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '' } = error
  if (!(error instanceof pg.DatabaseError)) return { name, message, stack }
  const { code, table, constraint, routine } = error
  return { name, code, table, constraint, routine, stack: stack.slice(stack.indexOf('\n    at ') + 1) }
}
