import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Foreign keys are checked by plans that PostgreSQL keeps; made for empty tables they would read all of them each time. */
export const expectGrowth = (db: Db) => sql`set local plan_cache_mode = force_custom_plan`.execute(db)

/** The same for what is deleted, where planning anew for each row would take longer than deleting it: only once, now. */
export const forgetPlans = (db: Db) => sql`discard plans`.execute(db)
