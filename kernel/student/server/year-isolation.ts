import { aSchool } from '#kernel/org/server/example.ts'
import { dayOf, orNotFound, newId } from '#packages/core'
import type { World } from '#packages/testing'
import { findUnitById } from '#kernel/org/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { insertYearPlan, saveYearPlanResult, markYearPlanApplied } from './year-queries.ts'

// The administrator of another school must not find the plan, and the district has no such permission.
const ours = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -6 }
const running = () => getSchoolYear(dayOf(new Date()))
const createPlanInput = () => ({ leavesOn: `${running()}-07-01`, newGrades: [], pupils: [] })

interface YearPlanWorld {
  yearDraft: string
  yearDone: string
}

export const yearCases = {
  yearPlan: { ...ours, request: ({ home }: World) => ({ query: { orgId: home.school.id } }) },
  saveYearPlan: {
    ...ours,
    request: ({ home }: World) => ({
      body: { orgId: home.school.id, schoolYear: running(), input: createPlanInput(), version: 0 },
    }),
  },
  applyYearPlan: {
    ...ours,
    request: (_: World, { yearDraft }: YearPlanWorld) => ({
      body: { id: yearDraft, version: 1, orgName: '东校区', isEarly: true },
    }),
  },
  undoYearPlan: { ...ours, request: (_: World, { yearDone }: YearPlanWorld) => ({ body: { id: yearDone } }) },
}

/** One plan to apply and one to undo, each in a branch of the school, so that other cases are not affected. */
export const prepareYear = ({ database, home, owner }: World): Promise<YearPlanWorld> =>
  database.as(owner, async (ctx) => {
    const { db, now } = ctx
    const parent = orNotFound(await findUnitById(ctx, home.school.id))
    const planned = async (name: string) => {
      const { id: orgId } = await aSchool(ctx, parent, name)
      const plan = { id: newId(), orgId, schoolYear: running(), input: createPlanInput(), personId: owner.personId }
      await insertYearPlan(db, plan, now)
      return plan.id
    }
    const yearDraft = await planned('东校区')
    const yearDone = await planned('西校区')
    await markYearPlanApplied(db, { id: yearDone, version: 1 }, now)
    const counts = { leave: 0, goOn: 0, repeat: 0, newClasses: 0 }
    await saveYearPlanResult(db, yearDone, { grades: [], newGrades: [], unresolved: [], counts })
    return { yearDraft, yearDone }
  })
