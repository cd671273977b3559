import { beforeAll, expect, it } from 'vitest'
import { wholeDistrict } from '#packages/core'
import { createActor } from '#packages/testing'
import { readMetric } from '#kernel/metric/server/api.ts'
import { runMinute } from '#kernel/metric/server/example.ts'
import { manifest } from '../manifest.ts'
import { at, createLeaveWorld } from './leave.fixture.ts'
import leaveModule from './module.ts'
import { metricChanges, metricSubscriptions } from './recount-metrics.ts'

const { database, orgs, form, submit, decide } = createLeaveWorld()
const today = '2026-11-18'

beforeAll(() => {
  database.contribute('metricCounts', ...leaveModule.metricCounts!)
  database.contribute('metricChanges', ...metricChanges)
})

/** Of the school on the day, after the job of a minute. */
async function readPeople(day: string): Promise<number | null> {
  await runMinute(database, metricSubscriptions, at(`${today}T11:30`))
  const rights = Object.fromEntries(Object.keys(manifest.permissions).map((code) => [code, wholeDistrict]))
  const [people] = await database.as(createActor({}, rights), (ctx) =>
    readMetric(ctx, { codes: ['leave.people'], orgId: orgs.school.id, from: day, to: day }),
  )
  return people!.values[0]!.value
}

it('leave that is approved is in the figures of today and of past days within the minute', async () => {
  const id = await submit('王芳', today, form('事假', '2026-11-17', today))
  expect(await readPeople(today)).toBeNull()
  await decide('周组长', `${today}T11:00`, id)
  expect(await readPeople(today)).toBe(1)
  expect(await readPeople('2026-11-17')).toBe(1)
})
