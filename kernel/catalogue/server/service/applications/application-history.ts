import { newId, type Ctx } from '#packages/core'
import { insertApplicationHistory } from '../../application-edit-queries.ts'

/** A line in the story of an application. */
export const recordApplicationHistory = (ctx: Ctx, key: string, title: string, words = '') =>
  insertApplicationHistory(ctx.db, { id: newId(), key, title, words, by: ctx.actor.personId }, ctx.now)
