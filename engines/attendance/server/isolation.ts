import { dayOf } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { aClass } from '#kernel/schooling/server/example.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { familyAttendanceApi } from '../contract.ts'
import { aPupilLeave } from './leave/example-leave.ts'

interface LeaveFacts {
  childId: string
  askedId: string
  heldId: string
  today: string
}

/** Closed to staff. The calling guardian and pupil belong to another child. */
const staff = { owner: -401, teacher: -401, otherClassHead: -401, otherSchoolAdmin: -401, otherDistrictAdmin: -401 }
const anothers = { ...staff, guardian: -5 }
const ofChild = (_: World, { childId }: LeaveFacts) => ({ query: { studentId: childId } })

export default defineIsolation<typeof familyAttendanceApi, LeaveFacts>(
  familyAttendanceApi,
  {
    leaveOptions: { ...anothers, request: ofChild },
    mine: { ...anothers, request: ofChild },
    month: { ...anothers, pupil: -5, request: ofChild },
    apply: {
      ...anothers,
      request: (_, { childId, today }) => ({
        body: { studentId: childId, kind: 'sick', startsOn: today, endsOn: today },
      }),
    },
    recall: { ...anothers, request: (_, { askedId }) => ({ body: { id: askedId } }) },
    giveUp: { ...anothers, request: (_, { heldId }) => ({ body: { id: heldId } }) },
  },
  ({ database, home, owner }) =>
    database.as(owner, async (ctx) => {
      const today = dayOf(ctx.now)
      const enrolment = await aClass(ctx, home.school, { stage: 2, startYear: getSchoolYear(today) - 4 })
      const { id: childId } = await aPupil(ctx, enrolment, { name: '沈如诗', on: today })
      const askedId = await aPupilLeave(ctx, { studentId: childId })
      const heldId = await aPupilLeave(ctx, { studentId: childId, status: 'approved', decidedById: owner.personId })
      return { childId, askedId, heldId, today }
    }),
)
