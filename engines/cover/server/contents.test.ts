import { beforeAll, expect, it } from 'vitest'
import { newId, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { mergePeople, unmergePeople } from '#kernel/staff/server/service/merge-people.ts'
import { registerHomeDistrict } from '#kernel/staff/server/staff.fixture.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { coversOfPeople } from './contents.ts'
import { aCover, aCoveredSchool } from './example.ts'

const database = useDatabase({ poolSize: 6 })
let school: OrgNode
let bureau: OrgNode
let taught: Awaited<ReturnType<typeof aCoveredSchool>>

const as = <T>(work: (ctx: Ctx) => Promise<T>, actor: Actor = createActor({ districtId: database.home })) =>
  database.as(actor, (ctx) => work({ ...ctx, requestId: newId() }))

beforeAll(async () => {
  database.contribute('personContents', coversOfPeople)
  await registerHomeDistrict(database)
  ;({ school, bureau } = await as(twoSchools))
  taught = await as((ctx) => aCoveredSchool(ctx, school))
})

it('covers and credits follow somebody who was registered twice, and come back with the undo', async () => {
  const hire = (name: string) => as((ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name }))
  const [keep, other] = [await hire('苏婉甲'), await hire('苏婉乙')]
  await database.sql('update tenant.person set account_id = null where id = $1', [other.personId])
  await as((ctx) => aCover(ctx, taught, { day: '2026-11-10', from: taught.idOf('语文'), to: other.userId }))
  await as((ctx) => aCover(ctx, taught, { day: '2026-11-11', from: other.userId, to: keep.userId }))
  const rows = () =>
    database.sql(
      `select 'credit' as kind, day_on::text || member_id || person_id as row from tenant.duty_credit where person_id = any($1)
       union all select 'leg', day_on::text || coalesce(from_id::text, '') || to_id from tenant.cover_leg
       union all select 'request', member_id::text || person_id from tenant.cover_request where person_id = any($1) order by 1, 2`,
      [[keep.personId, other.personId]],
    )
  const before = await rows()
  const chief = await as((ctx) =>
    aTeacher(ctx, { at: bureau, name: '区管理员', can: { 'user.merge': wholeDistrict, 'user.edit': wholeDistrict } }),
  )
  const { id } = await mergePeople(database.requestCtx(chief), {
    keepId: keep.userId,
    otherId: other.userId,
    reason: '两次登记，同一人',
  })
  const after = await rows()
  expect(JSON.stringify(after)).not.toContain(other.personId)
  expect(JSON.stringify(after)).not.toContain(other.userId)
  expect(after).toHaveLength(before.length)
  await unmergePeople(database.requestCtx(chief), id)
  expect(await rows()).toEqual(before)
})
