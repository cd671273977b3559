import { emptyScope, type Actor, type Ctx, type Scope } from '#packages/core'
import { createActor, wholeDistrict } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import type { LessonPeriod, PeriodSchemeForm } from '../contract.ts'

/** A bureau with two schools, and the people who may edit their calendars. */
export async function createTimeOrgs(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  const below = ({ path }: { path: string }): Scope => ({ ...emptyScope, orgPaths: [path] })
  const createCalendarEditor = (orgId: string, scope: Scope): Actor =>
    createActor({ orgId }, { 'term.edit': scope, 'subject.edit': scope, 'class.read': scope })
  return {
    bureau,
    school,
    other,
    chief: createCalendarEditor(bureau.id, wholeDistrict),
    head: createCalendarEditor(school.id, below(school)),
    neighbour: createCalendarEditor(other.id, below(other)),
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

export const aPeriod = (name: string, begins: string, ends: string, id: string | null = null): LessonPeriod => ({
  id,
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
