import type { Ctx } from '#packages/core'
import { markSeededMessagesRead } from './seed-queries.ts'

/** Everybody has read what came before then. */
export const seedReadMessages = (ctx: Ctx, before: Date) => markSeededMessagesRead(ctx.db, before, ctx.now)
