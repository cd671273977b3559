import { twoSchools } from '#kernel/org/server/example.ts'
import { type Actor, type Ctx, type Scope, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor } from '#packages/testing'
import type { LessonPeriod, PeriodSchemeForm } from '../contract.ts'

/** A bureau with two schools, and the people who may edit their calendars. */
export async function createTimeOrgs(ctx: Ctx) {
  const { bureau, school, other } = await twoSchools(ctx)
  const createCalendarEditor = (orgId: string, scope: Scope): Actor =>
    createActor({ orgId }, { 'term.edit': scope, 'subject.edit': scope, 'class.read': scope })
  return {
    bureau,
    school,
    other,
    chief: createCalendarEditor(bureau.id, wholeDistrict),
    head: createCalendarEditor(school.id, orgTreeScope(school)),
    neighbour: createCalendarEditor(other.id, orgTreeScope(other)),
    teacher: createActor({ orgId: school.id }),
  }
}
export type TimeOrgs = Awaited<ReturnType<typeof createTimeOrgs>>

export const aTerm = (schoolYear: number, number: 1 | 2, startsOn: string, endsOn: string, version = 0) => ({
  orgId: null,
  schoolYear,
  number,
  startsOn,
  endsOn,
  version,
})

export const aPeriod = (
  name: string,
  begins: string,
  ends: string,
  id: string | null = null,
  slotId: string | null = null,
): LessonPeriod => ({
  id,
  slotId,
  name,
  begins,
  ends,
  sort: 0,
  kind: 'lesson',
})

export const aScheme = (name: string, startsOn: string, more: Partial<PeriodSchemeForm> = {}): PeriodSchemeForm => ({
  id: null,
  orgId: null,
  name,
  gradeIds: [],
  startsOn,
  endsOn: null,
  followsId: null,
  version: 0,
  periods: [aPeriod('第1节', '08:00', '08:40'), aPeriod('第2节', '08:50', '09:30')],
  ...more,
})
