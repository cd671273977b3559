import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import { calendarChanged, classClosed, periodsChanged, teachingChanged } from '#kernel/schooling/contract.ts'
import { dayOf } from '#packages/core'
import { recountLessons } from './store-lessons.ts'
import { withoutTeacherTemplate } from './timetable-notifications.ts'
import { listSchoolsWithTimetable } from './timetable-queries.ts'

/** The coming lessons of all schools at or below an organisation, as far as they have a published timetable. */
export async function recountBelow(ctx: Ctx, orgId: string) {
  for (const schoolId of await listSchoolsWithTimetable(ctx.db, orgId, dayOf(ctx.now)))
    await recountSchool(ctx, schoolId)
}

async function recountSchool(ctx: Ctx, orgId: string) {
  const { withoutTeacher } = await recountLessons(ctx, orgId)
  if (withoutTeacher === 0) return
  await sendMessages(ctx, withoutTeacherTemplate, {
    to: (await listPermissionHolders(ctx, 'timetable.edit', orgId)).map(({ personId }) => personId),
    values: { count: `${withoutTeacher}` },
    url: '/application/educationalAdministration/timetable',
    subject: { kind: withoutTeacherTemplate.code, id: orgId },
  })
}

const recount = (ctx: Ctx, { orgId }: { orgId: string }) => recountBelow(ctx, orgId)

export const recountings = [
  subscribe(calendarChanged, { name: 'timetable.on-calendar', title: '校历变动后更新课表' }, recount),
  subscribe(periodsChanged, { name: 'timetable.on-periods', title: '作息变动后更新课表' }, recount),
  subscribe(teachingChanged, { name: 'timetable.on-teaching', title: '任课变动后更新课表' }, recount),
  subscribe(classClosed, { name: 'timetable.on-class-closed', title: '并班后更新课表' }, recount),
]
