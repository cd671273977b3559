import { addDays, dayOf, orgTreeScope, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { aUserWithRoles, twoSchoolsWithRoles } from '#kernel/access/server/example.ts'
import { publishFacts } from '#kernel/metric/server/api.ts'
import { addUpMetrics } from '#kernel/metric/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'

export const today = dayOf(new Date())
export const ago = (days: number) => addDays(today, -days)
export const rate = 'attendance.rate'
export const leaves = 'attendance.leave'

type Facts = Parameters<typeof publishFacts>[2][number]['facts']

/** A bureau with two schools, and people who read the figures of one application there. */
export async function createDataWorld(database: TestDatabase, read: string) {
  const { as } = database
  const world = await as(createActor(), async (ctx) => {
    const { bureau, school, other } = await twoSchoolsWithRoles(ctx)
    const can = (scope: typeof wholeDistrict, ...more: string[]) =>
      Object.fromEntries([read, 'student.read', ...more].map((permission) => [permission, scope]))
    const managing = ['app-data.remind', 'app-data.note', 'data.export']
    return {
      bureau,
      school,
      other,
      chief: await aTeacher(ctx, { at: bureau, can: can(wholeDistrict, 'app-data.rank', ...managing) }),
      /** Reads the district, without the right to the whole ranking. */
      clerk: await aTeacher(ctx, { at: bureau, can: can(wholeDistrict) }),
      principal: await aTeacher(ctx, { at: school, can: can(orgTreeScope(school), ...managing) }),
      stranger: await aTeacher(ctx, { at: school }),
      administrator: await aUserWithRoles(ctx, ['school-admin'], { at: other }),
    }
  })
  const publish = (code: string, orgId: string, day: string, facts: Facts) =>
    as(world.chief, (ctx) => publishFacts(ctx, code, [{ orgId, day, facts }]))
  const callAs = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, work)
  return { ...world, publish, callAs, addUp: (now = new Date()) => addUpMetrics(database, now) }
}
