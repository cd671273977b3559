import pg from 'pg'
import { Refusal } from '#packages/core'

/** Turns the breaking of one named database constraint into a sentence for the user. */
export const onConstraint =
  (constraint: string, message: string) =>
  (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.constraint === constraint) throw new Refusal(message)
    throw error
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
