import { dayOf, notFound, type Ctx } from '#packages/core'
import type { PupilCounts } from '#kernel/schooling/server'
import {
  countEverIn,
  countOfClasses,
  countOfGrades,
  countOfGroups,
  countOfOrgs,
  groupById,
  headCountsOf,
  rosterOfClass,
  rosterOfGroup,
  type RosterRow,
} from '../../count-queries.ts'

type Reading = Pick<Ctx, 'db' | 'now'>

/** What kernel/schooling, below, has to know of pupils. */
export const pupilCounts: PupilCounts = {
  ofClasses: async ({ db }, classIds, day) =>
    new Map((await countOfClasses(db, classIds, day)).map(({ id, males, females }) => [id, { males, females }])),
  ofGrades: async ({ db }, gradeIds, day) => totals(await countOfGrades(db, gradeIds, day)),
  everIn: ({ db }, classId) => countEverIn(db, classId),
  ofOrg: ({ db }, orgId, day) => countOfOrgs(db, [orgId], day),
  ofGroups: async ({ db }, groupIds, day) => totals(await countOfGroups(db, groupIds, day)),
}
const totals = (rows: readonly { id: string; total: number }[]) => new Map(rows.map(({ id, total }) => [id, total]))

/** Who is in a class or a group on a day, whoever asks: what is built on it looks after its own reach. */
export async function rosterOn(
  ctx: Reading,
  of: { classId: string } | { groupId: string },
  day = dayOf(ctx.now),
): Promise<RosterRow[]> {
  if ('classId' in of) return rosterOfClass(ctx.db, of.classId, day)
  const group = await groupById(ctx.db, of.groupId)
  if (!group) throw notFound('教学班')
  return group.classId === null ? rosterOfGroup(ctx.db, group.id, day) : rosterOfClass(ctx.db, group.classId, day)
}

export interface HeadCounts {
  total: number
  classes: { classId: string; gradeId: string; males: number; females: number; total: number }[]
  noClass: number
  suspended: number
}

/** How many a school had on a day: by class those who learned there, and those who were in none. */
export async function headCountsOn(ctx: Reading, orgId: string, day = dayOf(ctx.now)): Promise<HeadCounts> {
  const rows = await headCountsOf(ctx.db, orgId, day)
  const sum = (some: typeof rows) => some.reduce((total, row) => total + row.total, 0)
  const learning = rows.filter(({ status }) => status === 'studying')
  return {
    total: sum(rows),
    classes: learning.flatMap(({ classId, gradeId, males, females, total }) =>
      classId === null ? [] : { classId, gradeId, males, females, total },
    ),
    noClass: sum(learning.filter(({ classId }) => classId === null)),
    suspended: sum(rows.filter(({ status }) => status === 'suspended')),
  }
}
