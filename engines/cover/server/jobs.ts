import { addDays, dayOf, startOfDay, type Ctx } from '#packages/core'
import { defineJob, effectOnce } from '#packages/jobs'
import { tryWork } from '#kernel/approval/server/api.ts'
import { listMissedDuties } from '#engines/duty/server/api.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { hasBegun, isOpen, loadCases, lockCases, type CoverCase } from './cases.ts'
import { completeCovers } from './complete.ts'
import { listBegun, listGiven } from './complete-queries.ts'
import {
  officePage,
  reminderTemplate,
  soonTemplate,
  notifyPeople,
  uncoveredTemplate,
  unansweredTemplate,
  type NoticeLine,
} from './cover-notifications.ts'
import { listOfficePeople } from './cover-office.ts'
import { endRequests } from './end-requests.ts'
import { notifyAbout } from './notify-of-change.ts'
import { notifyGivers } from './reminders.ts'
import { listBeginning, listGivenOn, listUnanswered } from './reminder-queries.ts'
import { coverSetting } from './settings.ts'
import { nameTime } from './words.ts'

const atOnce = 500

/** One case that cannot be worked on does not stop the others. */
async function tryEach(ctx: Ctx, cases: readonly CoverCase[], work: (one: CoverCase) => Promise<unknown>) {
  for (const one of cases) await tryWork(ctx, { cover: one.id }, 'a cover stays as it was', () => work(one))
}

/** What waits although its lesson has begun comes to nothing. */
export async function lapseCovers(ctx: Ctx) {
  const cases = await lockCases(ctx, await listBegun(ctx.db, ctx.now, atOnce))
  const begun = cases.filter((one) => isOpen(one) && hasBegun(ctx, one))
  await tryEach(ctx, begun, (one) => endRequests(ctx, [one], 'lapsed'))
}

export async function completeGiven(ctx: Ctx) {
  const cases = await lockCases(ctx, await listGiven(ctx.db, ctx.now, atOnce))
  await tryEach(ctx, cases, (one) => completeCovers(ctx, [one]))
}

const isAskedLong = ({ createdAt }: CoverCase, now: Date, minutes: number) =>
  now.getTime() - createdAt.getTime() >= minutes * 60_000

/** The office is told once of what nobody answers. */
export async function reportUnanswered(ctx: Ctx) {
  const cases = await loadCases(ctx, await listUnanswered(ctx.db, ctx.now, atOnce))
  for (const [orgId, some] of Map.groupBy(cases, (one) => one.orgId))
    await tryWork(ctx, { org: orgId }, 'unanswered covers are not reported', () => reportAt(ctx, orgId, some))
}

async function reportAt(ctx: Ctx, orgId: string, cases: readonly CoverCase[]) {
  const { unansweredMinutes } = await coverSetting.read(ctx, cases[0]!.orgPath)
  const late: CoverCase[] = []
  for (const one of cases)
    if (isAskedLong(one, ctx.now, unansweredMinutes) && (await effectOnce(ctx, `cover-unanswered ${one.id}`)))
      late.push(one)
  const people = await listOfficePeople(ctx, orgId)
  await notifyAbout(ctx, unansweredTemplate, late, () => people, { url: officePage })
}

/** In the evening: who gives a lesson for somebody tomorrow, and what nobody gives. */
export async function remindOfTomorrow(ctx: Ctx) {
  const day = addDays(dayOf(ctx.now), 1)
  if (!(await effectOnce(ctx, `cover-evening ${day}`))) return
  await notifyGivers(ctx, reminderTemplate, await listGivenOn(ctx.db, day))
  await reportUncovered(ctx, day)
}

async function reportUncovered(ctx: Ctx, day: string) {
  const span = { startsAt: startOfDay(day), endsAt: startOfDay(addDays(day, 1)) }
  const missed = await listMissedDuties(ctx, 'lesson', span)
  const lessons = await listLessonFacts(
    ctx,
    missed.map(({ ref }) => ref),
  )
  for (const [orgId, some] of Map.groupBy(missed, (one) => one.orgId)) {
    const people = await listOfficePeople(ctx, orgId)
    const lines = some.flatMap(({ ref }) => lessons.get(ref) ?? []).toSorted((a, b) => (a.begins < b.begins ? -1 : 1))
    const notices = lines.flatMap((lesson) =>
      people.map((personId): NoticeLine => ({ personId, requestId: lesson.id, line: nameTime(lesson) })),
    )
    await notifyPeople(ctx, uncoveredTemplate, notices, { url: officePage })
  }
}

const soonMinutes = 20

export async function remindBeforeLesson(ctx: Ctx) {
  const legs = await listBeginning(ctx.db, ctx.now, new Date(ctx.now.getTime() + soonMinutes * 60_000))
  const due: string[] = []
  for (const id of legs) if (await effectOnce(ctx, `cover-soon ${id}`)) due.push(id)
  await notifyGivers(ctx, soonTemplate, due)
}

export const coverJobs = [
  defineJob({
    name: 'cover.lapse',
    title: '代调课失效和提醒',
    cron: '*/5 * * * *',
    oneWaiting: true,
    minutes: 1,
    handle: async (ctx) => {
      for (const work of [lapseCovers, reportUnanswered, remindBeforeLesson])
        await tryWork(ctx, { work: work.name }, 'a part of the covers stays undone', () => work(ctx))
    },
  }),
  defineJob({
    name: 'cover.complete',
    title: '代课完成和计课时',
    cron: '*/10 * * * *',
    oneWaiting: true,
    minutes: 1,
    handle: completeGiven,
  }),
  defineJob({
    name: 'cover.evening',
    title: '提醒第二天的代课',
    cron: '0 20 * * *',
    oneWaiting: true,
    minutes: 1,
    handle: remindOfTomorrow,
  }),
]
