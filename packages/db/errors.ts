import pg from 'pg'
import { invalid, Refusal } from '#packages/core'

/** Turns the breaking of one named database constraint into a sentence for the user, beside a field if it is about one. */
export const onConstraint =
  (constraint: string, message: string, field?: string) =>
  (error: unknown): never => {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== constraint) throw error
    throw field === undefined ? new Refusal(message) : invalid([{ field, msg: message }])
  }

/** Whether a failure means that a database is not there, or is not taking work, right now. */
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

/**
 * What may be written down about a failure. PostgreSQL repeats the values it stumbled over in its message, and those may
 * be somebody's: of its failures the log gets the code, the place and the way there, not the words.
 */
export function describeFailure(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '' } = error
  if (!(error instanceof pg.DatabaseError)) return { name, message, stack }
  const { code, table, constraint, routine } = error
  return { name, code, table, constraint, routine, stack: stack.slice(stack.indexOf('\n    at ') + 1) }
}
