import { nothing, type Ctx, type Scope } from '#packages/core'
import { classesWithin } from '../../class-queries.ts'
import { gradeNamingOf } from '../../settings.ts'
import { orgOf } from '../../time-org-queries.ts'
import { namesOf } from './describing.ts'
import { isSchool } from './places.ts'

const everywhere: Scope = { ...nothing, district: true }

/** Whether an organisation is one that has classes. */
export async function isSchoolNode(ctx: Pick<Ctx, 'db'>, orgId: string): Promise<boolean> {
  const org = await orgOf(ctx.db, orgId)
  return org !== undefined && isSchool(org)
}

/** The classes that a school has on a day, as its list has them. Whoever asks has looked whether it may be told. */
export async function openClassesOf(ctx: Pick<Ctx, 'db'>, orgId: string, day: string) {
  const rows = await classesWithin(ctx.db, everywhere, { orgId, state: 'open', day })
  const naming = await gradeNamingOf(ctx)
  return rows.map((row) => ({
    id: row.id,
    gradeId: row.gradeId,
    stage: row.stage,
    label: namesOf(row, day, naming).label,
  }))
}
