import { addDays } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import type { timeRoutes } from '../contract-time.ts'
import { savePeriodScheme } from './service/time/timetable-periods.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'

export interface TimeFacts {
  term: { id: string; schoolYear: number; number: number; startsOn: string; endsOn: string }
  otherTermId: string
  schemeId: string
}

// All staff of a school read its days; another school gets "not found".
const known = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const adminOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofSchool = ({ home }: World) => ({ query: { orgId: home.school.id } })
const holiday = { from: '2026-12-01', to: '2026-12-02' }
const period = { id: null, fName: '第1节', fStartTime: '08:00', fEndTime: '08:40', fSort: 1, kind: 'lesson' }
export const timeCases: { readonly [Name in keyof typeof timeRoutes]: IsolationCase<TimeFacts> } = {
  // Each caller reads the own organisation.
  week: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  terms: { ...known, request: ofSchool },
  saveTerm: {
    ...adminOnly,
    request: ({ home }, { term }) => ({
      body: {
        orgId: home.school.id,
        schoolYear: term.schoolYear,
        number: term.number,
        startsOn: addDays(term.startsOn, 1),
        endsOn: term.endsOn,
        version: 0,
      },
    }),
  },
  dropTermDifference: {
    ...adminOnly,
    request: ({ home }, { otherTermId }) => ({ body: { orgId: home.school.id, termId: otherTermId } }),
  },
  calendar: { ...known, request: ({ home }) => ({ query: { orgId: home.school.id, ...holiday } }) },
  saveCalendar: {
    ...adminOnly,
    request: ({ home }) => ({
      body: { orgId: home.school.id, ...holiday, kind: 'activity', asWeekday: null, name: '校园艺术节' },
    }),
  },
  clearCalendar: {
    ...adminOnly,
    request: ({ home }) => ({ body: { orgId: home.school.id, from: '2026-11-01', to: '2026-11-02' } }),
  },
  periodSchemes: { ...known, request: ofSchool },
  savePeriodScheme: {
    ...adminOnly,
    request: ({ home }) => ({
      body: {
        id: '',
        orgId: home.school.id,
        name: '冬令时',
        gradeIds: [],
        // Other modules give the school its usual times from this school year on.
        startsOn: '2021-09-01',
        endsOn: '2022-07-01',
        periods: [period],
        version: 0,
      },
    }),
  },
  deletePeriodScheme: { ...adminOnly, request: (_, { schemeId }) => ({ body: { id: schemeId } }) },
}

/** The terms of the district, and periods of the home school. */
export const prepareTime = ({ database, home, owner }: World): Promise<TimeFacts> =>
  database.as(owner, async (ctx) => {
    await ensureTerms(ctx)
    const [second, first] = await listOrgTerms(ctx, home.school.id)
    const own = { id: null, orgId: home.school.id, version: 0 }
    const scheme = await savePeriodScheme(ctx, {
      ...own,
      name: '旧作息',
      gradeIds: [],
      startsOn: '2020-09-01',
      endsOn: '2021-07-01',
      followsId: null,
      periods: [{ id: null, slotId: null, name: '第1节', begins: '08:00', ends: '08:40', sort: 1, kind: 'lesson' }],
    })
    return {
      term: first!,
      otherTermId: second!.id,
      schemeId: scheme.id,
    }
  })
