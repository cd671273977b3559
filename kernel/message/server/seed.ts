import type { Ctx } from '#packages/core'
import { markSeededMessagesRead } from './seed-queries.ts'

/** Marks all messages before then as read. */
export const seedReadMessages = (ctx: Ctx, before: Date) => markSeededMessagesRead(ctx.db, before, ctx.now)
