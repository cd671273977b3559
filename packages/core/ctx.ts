import type { Db } from '#packages/db/db.ts'
import type { Actor } from './actor.ts'
import { forbidden } from './refusal.ts'
import type { Scope } from './scope.ts'

/** What a service is handed: who acts, the open transaction in that district's cell, and the time it counts with. */
export interface Ctx {
  readonly actor: Actor
  readonly db: Db
  readonly now: Date
  readonly requestId: string
  /** From where it was asked; absent where nobody asks, as in a job. */
  readonly address?: string | undefined
  /** The rate limit of lookups by number; absent where nobody waits for the answer. */
  readonly lookups?: NumberLookups
}

/**
 * The rate limit of lookups by ID number, 学籍号 or phone over the whole district: every answer tells something about
 * somebody. It is counted outside the request's transaction, because a refusal rolls that back.
 */
export interface NumberLookups {
  /** Counts a lookup before it is made; refuses a person who is over the limit. A replaced number always counts. */
  count(actor: Actor, number: string, isReplacement?: boolean): Promise<void>
  /** The number belongs to somebody in the caller's scope: the lookup does not count. */
  release(number: string): void
  countRows(actor: Actor, rows: LookupRows): Promise<void>
  /** These rows of a file have been imported: they do not count. */
  releaseRows(actor: Actor, rows: number): Promise<void>
  /** Ends the request. Lookups of a request that was carried out do not count. */
  settle(isDone: boolean): Promise<void>
}

/** Rows of a file whose numbers were looked up outside the caller's scope. */
export interface LookupRows {
  /** The row says that the number is registered. */
  reported: number
  /** The row says nothing: the number is nobody's, or the row may be imported. */
  unreported: number
}

/** Whether none of the actor's roles shows this field, by its code: `student.id-card`. */
export const isFieldHiddenFromActor = ({ actor }: Pick<Ctx, 'actor'>, field: string): boolean =>
  actor.hiddenFields?.has(field) ?? false

/** The rows that this permission reaches; not holding it at all is a refusal. */
export function scopeOf(ctx: Ctx, permission: string): Scope {
  const scope = ctx.actor.permissions.get(permission)
  if (!scope) throw forbidden()
  return scope
}
