import { newId, orgTreeScope, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { decideRecord } from '#kernel/approval/server/api.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { approvalMembers } from '#kernel/staff/server/approvers.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { overtimeApproval, overtimes } from './overtime.ts'
import { ensureStandardTypes, listTypesAt } from './types.ts'

export const on = (ctx: Ctx, day: string, time = '12:00') => ({ ...ctx, now: new Date(`${day}T${time}:00+08:00`) })

const rights = ['leave.balance', 'leave.stat', 'leave.close', 'leave.type']
const all = (scope: ReturnType<typeof orgTreeScope>) => Object.fromEntries(rights.map((code) => [code, scope]))

/** A district with the standard types: who keeps the books of the bureau and of each school, and a teacher. */
export async function createBooks({ as, ensurePartitions }: Pick<TestDatabase, 'as' | 'ensurePartitions'>) {
  await ensurePartitions('2026-08-01', 14)
  return as(createActor(), async (ctx) => {
    const { bureau, school, other } = await twoSchools(ctx)
    await ensureStandardTypes(ctx)
    const since = '2025-09-01'
    const types = new Map((await listTypesAt(ctx, school.id)).map(({ name, id }) => [name, id]))
    return {
      bureau,
      school,
      other,
      chief: await aTeacher(ctx, { at: bureau, since, name: '区人事', can: all(wholeDistrict) }),
      clerk: await aTeacher(ctx, { at: school, since, name: '考勤员', can: all(orgTreeScope(school)) }),
      otherClerk: await aTeacher(ctx, { at: other, since, name: '外校考勤员', can: all(orgTreeScope(other)) }),
      teacher: await aTeacher(ctx, { at: school, since, name: '王芳' }),
      colleague: await aTeacher(ctx, { at: school, since, name: '李强' }),
      typeOf: (name: string) => types.get(name)!,
    }
  })
}
export type Books = Awaited<ReturnType<typeof createBooks>>

/** This person decides where somebody with a permission does. */
export function declareOvertime({ contribute }: Pick<TestDatabase, 'contribute'>, { personId, userId }: Actor) {
  const resolve = async () => [{ personId, memberId: userId }]
  contribute('approvalSubjects', overtimeApproval)
  contribute('approvalMembers', approvalMembers)
  contribute(
    'approverKinds',
    { kind: 'permission', title: '权限', resolve },
    { kind: 'role', title: '角色', resolve: async () => [] },
  )
  contribute('flowAdministrators', resolve)
}

export const applyForOvertime = (ctx: Ctx, workedOn: string, amount = 100) =>
  overtimes.create(ctx, { event: '周末监考', workedOn, amount, remark: '' })
export const approve = (ctx: Ctx, id: string) =>
  decideRecord(ctx, { subject: overtimeApproval.key, id, isAgreed: true, opinion: '' })

interface LeaveDays {
  person: Pick<Actor, 'personId' | 'userId'>
  orgId: string
  typeId: string
  days: readonly string[]
  status?: 'closed' | 'running' | 'awaiting-return'
}

/** A leave of whole days in force, as its rows: who counted them is not the subject of these tests. */
export async function insertLeave(
  { sql, home }: Pick<TestDatabase, 'sql' | 'home'>,
  { person, orgId, typeId, days, status = 'closed' }: LeaveDays,
) {
  const id = newId()
  await sql(
    `insert into tenant.leave_request (district_id, id, org_id, person_id, member_id, type_id, starts_on, start_half,
       ends_on, end_half, amount, calendar_days, reason, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'am', $8, 'pm', $9, $9 / 100, '\\x00', $10, now(), now())`,
    [home, id, orgId, person.personId, person.userId, typeId, days[0], days.at(-1), days.length * 100, status],
  )
  await sql(
    `insert into tenant.leave_day (district_id, request_id, day, half, person_id, org_id, type_id, day_type, counted, status)
     select $1, $2, day, half, $3, $4, $5, 'work', 50, $7
     from unnest($6::date[]) as day, unnest(array['am', 'pm']) as half`,
    [home, id, person.personId, orgId, typeId, days, status === 'running' ? 'requested' : 'in-force'],
  )
  return id
}

/** People who worked at a school all the time, as rows. */
export async function insertStaff(
  { sql, home }: Pick<TestDatabase, 'sql' | 'home'>,
  orgId: string,
  count: number,
  mark: string,
) {
  const people = Array.from({ length: count }, () => ({ personId: newId(), userId: newId() }))
  const ids = [people.map(({ personId }) => personId), people.map(({ userId }) => userId)]
  await sql(
    `insert into tenant.person (district_id, id, name, pinyin, pinyin_initials, created_at, updated_at)
     select $1, p, $3 || n, '', '', now(), now() from unnest($2::uuid[]) with ordinality as x(p, n)`,
    [home, ids[0], mark],
  )
  await sql(
    `insert into tenant.membership (district_id, id, person_id, org_id, user_type, is_main, valid, number, created_at, updated_at)
     select $1, m, p, $4, 'teacher', true, daterange('2025-09-01', null), n::text, now(), now()
     from unnest($2::uuid[], $3::uuid[]) with ordinality as x(p, m, n)`,
    [home, ids[0], ids[1], orgId],
  )
  return people
}
