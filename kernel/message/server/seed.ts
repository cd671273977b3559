import type { Ctx } from '#packages/core'
import { readCopiesBefore } from './seed-queries.ts'

/** Everybody has read what came before then. */
export const seedReading = (ctx: Ctx, before: Date) => readCopiesBefore(ctx.db, before, ctx.now)
