import type { Db } from '#packages/db/db.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { forbidden } from './refusal.ts'
import type { Scope } from './scope.ts'

/** The context of a service: the actor, the open transaction in the district's cell, and the time. */
export interface Ctx {
  readonly actor: Actor
  readonly db: Db
  readonly now: Date
  readonly requestId: string
  /** What the modules declare for each other. */
  readonly app: App
  /** The network address of the request; missing in jobs. */
  readonly address?: string | undefined
  /** The rate limit of lookups by number; missing where no caller gets the answer. */
  readonly lookups?: NumberLookups
  /** For what does not fail a job but concerns the operators; missing where nobody reads it. */
  readonly log?: { error(facts: object, text: string): void }
}

/**
 * The rate limit of lookups by ID number, 学籍号 or phone over the whole district, because every answer reveals something
 * about a person. It is counted outside the request's transaction, because a refusal rolls that back.
 */
export interface NumberLookups {
  /** Counts a lookup before it is made; refuses a person who is over the limit. A replaced number always counts. */
  count(actor: Actor, number: string, isReplacement?: boolean): Promise<void>
  /** The number belongs to a person in the caller's scope: the lookup does not count. */
  release(number: string): void
  countRows(actor: Actor, rows: LookupRows): Promise<void>
  /** These rows of a file have been imported and do not count. */
  releaseRows(actor: Actor, rows: number): Promise<void>
  /** Ends the request. Lookups of a successful request do not count. */
  settle(isDone: boolean): Promise<void>
}

/** Rows of a file whose numbers were looked up outside the caller's scope. */
export interface LookupRows {
  /** The row reports that the number is registered. */
  reported: number
  /** The row reports nothing: the number is free, or the row may be imported. */
  unreported: number
}

/** Whether all roles of the actor hide this field: `student.id-card`. */
export const isFieldHiddenFromActor = ({ actor }: Pick<Ctx, 'actor'>, field: string): boolean =>
  actor.hiddenFields?.has(field) ?? false

/** The scope of a permission; refuses if the actor does not have it. */
export function scopeOf(ctx: Ctx, permission: string): Scope {
  const scope = ctx.actor.permissions.get(permission)
  if (!scope) throw forbidden()
  return scope
}
