import { newId, type Ctx } from '#packages/core'
import { insertApplicationHistory } from '../../application-edit-queries.ts'

/** Adds an entry to the history of an application. */
export const recordApplicationHistory = (ctx: Ctx, key: string, title: string, details = '') =>
  insertApplicationHistory(ctx.db, { id: newId(), key, title, details, by: ctx.actor.personId }, ctx.now)
