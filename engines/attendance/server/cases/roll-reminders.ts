import { dayOf, type Ctx } from '#packages/core'
import { effectOnce } from '#packages/jobs'
import { tryWork } from '#kernel/approval/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { listNeeded } from '../sessions/needed-lesson-queries.ts'
import { attendanceSetting } from '../settings.ts'
import { rollPage, rollReminderTemplate } from './case-notifications.ts'
import { listPersonsOf, listUnrolledLessons } from './reminder-queries.ts'
import { findOrgPath } from './school-queries.ts'

const minutesBefore = 5
const formatClock = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(11, 19)

/** Whoever gives a lesson is reminded in its last five minutes that its roll was not called. */
export async function remindOfRolls(ctx: Ctx): Promise<void> {
  const day = dayOf(ctx.now)
  const until = new Date(ctx.now.getTime() + minutesBefore * 60_000)
  if (dayOf(until) !== day) return
  const range = { day, from: formatClock(ctx.now), to: formatClock(until) }
  const lessons = Map.groupBy(await listUnrolledLessons(ctx.db, range), ({ orgId }) => orgId)
  for (const [orgId, some] of lessons)
    await tryWork(ctx, { org: orgId }, 'teachers are not reminded of rolls', () =>
      remindAt(
        ctx,
        orgId,
        some.map(({ id }) => id),
      ),
    )
}

async function remindAt(ctx: Ctx, orgId: string, ids: readonly string[]) {
  const { lessons } = await attendanceSetting.read(ctx, await findOrgPath(ctx.db, orgId))
  const needed = await listNeeded(ctx.db, ids, { lessons })
  const facts = await listLessonFacts(ctx, [...needed])
  const persons = await listPersonsOf(
    ctx.db,
    [...facts.values()].flatMap(({ teacherIds }) => teacherIds),
  )
  for (const { id, teacherIds, label, ends } of facts.values()) {
    if (!(await effectOnce(ctx, `attendance-reminder ${id}`))) continue
    await sendMessages(ctx, rollReminderTemplate, {
      to: teacherIds.flatMap((userId) => persons.get(userId) ?? []),
      values: { lesson: label, ends },
      url: rollPage,
      subject: { kind: rollReminderTemplate.code, id },
      orgId,
    })
  }
}
