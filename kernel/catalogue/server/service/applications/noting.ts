import { newId, type Ctx } from '#packages/core'
import { insertChange } from '../../application-edit-queries.ts'

/** A line in the story of an application. */
export const note = (ctx: Ctx, key: string, title: string, words = '') =>
  insertChange(ctx.db, { id: newId(), key, title, words, by: ctx.actor.personId }, ctx.now)
