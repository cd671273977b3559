import { beforeAll, expect, it } from 'vitest'
import { addDays, createJobActor, dayOf, districtId, wholeDistrict, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { useWholeApp } from '#entry/testing/whole-app.ts'
import { publishFacts } from '#kernel/metric/server/api.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { getMatrix } from './matrix.ts'

const database = useDatabase()
const today = dayOf(new Date())
const yesterday = addDays(today, -1)
let orgs: Awaited<ReturnType<typeof twoSchools>>
let chief: Actor

beforeAll(async () => {
  useWholeApp(database)
  orgs = await database.as(createActor(), twoSchools)
  const rights = database.app.manifests.flatMap(({ permissions }) => Object.keys(permissions))
  chief = createActor({ orgId: orgs.bureau.id }, Object.fromEntries(rights.map((one) => [one, wholeDistrict])))
  database.contribute('workDays', (_, orgIds) =>
    Promise.resolve(
      new Map(orgIds.map((id) => [id, [yesterday, today].map((day) => ({ day, isWorking: true, week: 1 }))])),
    ),
  )
})

const publish = (code: string, day: string, value: number, of?: number) =>
  database.as(createJobActor(districtId(1)), (ctx) =>
    publishFacts(ctx, code, [{ orgId: orgs.school.id, day, facts: [{ value, ...(of !== undefined && { of }) }] }]),
  )
const read = async () => {
  const { day, columns, rows } = await database.as(chief, (ctx) => getMatrix(ctx, {}))
  const at = columns.findIndex(({ code }) => code === 'attendance.rate')
  return [day, rows.find(({ orgId }) => orgId === orgs.school.id)?.cells[at]]
}

it('is that of the last school day until a school has an attendance of today', async () => {
  await publish('attendance.rate', yesterday, 95, 100)
  await publish('leave.people', today, 0)
  await publish('attendance.rate', today, 0, 0)
  expect(await read()).toMatchObject([yesterday, { state: 'reported', value: 95 }])
  await publish('attendance.rate', today, 49, 50)
  expect(await read()).toMatchObject([today, { state: 'reported', value: 98 }])
})
