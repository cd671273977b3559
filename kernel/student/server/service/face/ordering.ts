import type { Ctx } from '#packages/core'
import { holdersOf, schoolsOf, writeOrders } from '../../face-change-queries.ts'

// What terminals are to hold. They answer when there are some: until then orders wait, and the last one counts.

export const orderPut = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, studentIds: readonly string[]) =>
  writeOrders(db, 'put', await schoolsOf(db, studentIds), now)

/** Everywhere where it may be, also in a school that the pupil has left. One that never had it has nothing to do. */
export const orderDelete = async ({ db, now }: Ctx, studentIds: readonly string[]) =>
  writeOrders(db, 'delete', await holdersOf(db, studentIds), now)
