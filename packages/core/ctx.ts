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
}

/** Whether none of the actor's roles shows this field, by its code: `student.id-card`. */
export const isHidden = ({ actor }: Pick<Ctx, 'actor'>, field: string): boolean =>
  actor.hiddenFields?.has(field) ?? false

/** The rows that this permission reaches; not holding it at all is a refusal. */
export function scopeOf(ctx: Ctx, permission: string): Scope {
  const scope = ctx.actor.permissions.get(permission)
  if (!scope) throw forbidden()
  return scope
}
