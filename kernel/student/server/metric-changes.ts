import { addDays, dayOf, listDays, type Ctx } from '#packages/core'
import type { ChangedDays, MetricChanges } from '#packages/crud'
import { listBoundOrgs, listEnrolledOrgs, listMovedOrgs, type ChangedOrg } from './metric-change-queries.ts'

const mostDaysBack = 400

/** From the first changed day until today: a move with a past day is in the figures of every day since. */
function toDays(changed: readonly ChangedOrg[], today: string): ChangedDays[] {
  const earliest = addDays(today, -mostDaysBack)
  return changed.map(({ orgId, from }) => ({
    orgId,
    days: from <= today ? listDays(from > earliest ? from : earliest, today) : [today],
  }))
}

async function listChangedPupils({ db, now }: Ctx, since: Date): Promise<ChangedDays[]> {
  const today = dayOf(now)
  const enrolled = (await listEnrolledOrgs(db, since)).map((orgId) => ({ orgId, from: today }))
  return toDays([...enrolled, ...(await listMovedOrgs(db, since))], today)
}

async function listChangedFamilies(ctx: Ctx, since: Date): Promise<ChangedDays[]> {
  const today = dayOf(ctx.now)
  const orgIds = [...(await listEnrolledOrgs(ctx.db, since)), ...(await listBoundOrgs(ctx.db, since))]
  return [...new Set(orgIds)].map((orgId) => ({ orgId, days: [today] }))
}

/** The schools whose pupils changed class or school since a moment. */
export const listSchoolsOfMovedPupils = ({ db }: Ctx, since: Date) => listEnrolledOrgs(db, since)

export const studentMetricChanges: MetricChanges[] = [
  {
    key: 'pupils',
    codes: ['student.enrolled', 'student.transfer-in', 'student.transfer-out'],
    listChanged: listChangedPupils,
  },
  { key: 'families', codes: ['student.unbound'], isOfNow: true, listChanged: listChangedFamilies },
]
