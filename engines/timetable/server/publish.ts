import type { BodyOf, QueryOf } from '#packages/contract'
import { changedByOthers, dayOf, orNotFound, Refusal, type Ctx } from '#packages/core'
import { extendTimeouts, inDistrict } from '#packages/db'
import { publish } from '#packages/jobs'
import { resolvePermissions } from '#kernel/access/server/api.ts'
import { listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { timetablePublished, type PublishPreview, type timetableApi, type TimetableProblem } from '../contract.ts'
import { checkTimetable } from './check-timetable.ts'
import { describeLessons } from './describe-lessons.ts'
import { listLessonNames } from './lesson-queries.ts'
import { loadTimetable } from './load-model.ts'
import { notifyTeachers } from './notify-teachers.ts'
import { findLessonDiff, leaveOutCovering, storeLessons, type LessonDiff } from './store-lessons.ts'
import { TimetableIndex } from './timetable-index.ts'
import { archiveReplaced, lockLessons, lockTimetable, markPublished, type TimetableFacts } from './timetable-queries.ts'
import { requireDraft, requireOpenTerm, requireTimetable } from './timetables.ts'
import type { PlannedLesson } from './plan-lessons.ts'
import { listSlots } from './slot-queries.ts'

const shownAtMost = 50

/** The day has to be in the term of the version and not before today. */
async function requireDay(ctx: Ctx, { orgId, termId }: TimetableFacts, effectiveOn: string) {
  const term = await requireOpenTerm(ctx, orgId, termId)
  if (effectiveOn < term.startsOn || effectiveOn > term.endsOn)
    throw new Refusal(`生效日期应在学期内（${term.startsOn}至${term.endsOn}）`)
  if (effectiveOn < dayOf(ctx.now)) throw new Refusal('生效日期不能早于今天')
}

async function planPublication(ctx: Ctx, timetable: TimetableFacts & { path: string }, effectiveOn: string) {
  await requireDay(ctx, timetable, effectiveOn)
  const { model } = await loadTimetable(ctx, { ...timetable, effectiveOn })
  const slots = (await listSlots(ctx.db, timetable.id)).filter(({ weekday }) => weekday !== null)
  const version = { id: timetable.id, effectiveOn, slots }
  const { diff, planned } = await findLessonDiff(ctx, timetable.orgId, timetable.termId, effectiveOn, version)
  const index = new TimetableIndex(model)
  const problems = checkTimetable(index)
  return {
    diff,
    planned,
    index,
    problems: [...problems, ...(await listDoubleBookings(ctx, timetable, planned)), ...listLeftAlone(diff)],
  }
}

/** Lessons whose teacher gives another one then that was changed by hand. */
function listLeftAlone(diff: LessonDiff): TimetableProblem[] {
  const left = leaveOutCovering(diff).filter(
    ({ teacherIds }, at) => teacherIds.length < diff.added[at]!.teacherIds.length,
  )
  if (left.length === 0) return []
  const message = `有${left.length}节课的教师那时有代课或调课，发布后请在“今日课务”中安排`
  return [{ level: 'soft', code: 'covering', message, slotIds: [...new Set(left.map(({ slotId }) => slotId))] }]
}

/** Lessons of one teacher whose real times overlap, because two grades have different hours. */
async function listDoubleBookings(ctx: Ctx, { orgId, termId }: TimetableFacts, planned: readonly PlannedLesson[]) {
  const groups = new Map((await listTeachingOfTerm(ctx, orgId, termId)).map((group) => [group.id, group]))
  const found = new Map<string, { level: 'hard'; code: string; message: string; slotIds: string[] }>()
  const byTeacher = Map.groupBy(
    planned.flatMap((lesson) => lesson.teacherIds.map((userId) => ({ userId, lesson }))),
    ({ userId, lesson }) => `${userId} ${lesson.day}`,
  )
  for (const some of byTeacher.values()) {
    const inOrder = some.map(({ lesson }) => lesson).toSorted((a, b) => (a.begins < b.begins ? -1 : 1))
    for (const [at, lesson] of inOrder.entries()) {
      const before = inOrder[at - 1]
      if (!before || before.ends <= lesson.begins) continue
      const slotIds = [before.slotId, lesson.slotId].toSorted()
      const name = groups.get(lesson.groupId)?.assignments.find(({ userId }) => userId === some[0]!.userId)?.teacherName
      const labels = [before, lesson].map(({ groupId }) => groups.get(groupId)?.label)
      found.set(slotIds.join(' '), {
        level: 'hard',
        code: 'times',
        message: `${name ?? '该教师'}在${lesson.day} ${lesson.begins}同时有${labels.join('、')}两节课`,
        slotIds,
      })
    }
  }
  return [...found.values()]
}

export async function previewPublication(
  ctx: Ctx,
  { id, effectiveOn }: QueryOf<typeof timetableApi.publishPreview>,
): Promise<PublishPreview> {
  const timetable = await requireTimetable(ctx, 'timetable.publish', id)
  const { diff, planned, index, problems } = await planPublication(ctx, timetable, effectiveOn)
  const groupIds = new Set(planned.map(({ groupId }) => groupId))
  const groups = [...index.model.groups.values()].filter(({ id: groupId }) => groupIds.has(groupId))
  const shown = diff.kept.slice(0, shownAtMost)
  const names = await listLessonNames(
    ctx.db,
    shown.map((lesson) => lesson.id),
  )
  const described = new Map((await describeLessons(ctx, names)).map((lesson) => [lesson.id, lesson]))
  return {
    effectiveOn,
    lessons: planned.length,
    days: new Set(planned.map(({ day }) => day)).size,
    teachers: new Set(planned.flatMap(({ teacherIds }) => teacherIds)).size,
    classes: new Set(groups.flatMap((group) => [...index.classesOf(group)])).size,
    kept: shown.map(({ id: lessonId, day, remark }) => {
      const lesson = described.get(lessonId)
      return { id: lessonId, day, title: lesson ? `${lesson.groupName}${lesson.subjectName}` : '', remark }
    }),
    keptCount: diff.kept.length,
    problems,
    unplaced: problems.filter(({ code }) => code === 'unplaced').reduce((sum, { slotIds }) => sum + slotIds.length, 0),
  }
}

/** Starts publishing: the lessons of a term are too many for one request. */
export async function startPublication(ctx: Ctx, { id, effectiveOn, version }: BodyOf<typeof timetableApi.publish>) {
  const timetable = await requireDraft(ctx, 'timetable.publish', id)
  if (timetable.version !== version) throw changedByOthers()
  await requireDay(ctx, timetable, effectiveOn)
  const { model } = await loadTimetable(ctx, { ...timetable, effectiveOn })
  refuseConflicts(checkTimetable(new TimetableIndex(model)))
  const taskId = await publishTask.start(ctx, {
    title: `发布课表${timetable.name}`,
    data: { timetableId: id, effectiveOn, version },
    isWatched: true,
  })
  return { taskId }
}

function refuseConflicts(problems: readonly { level: string; message: string }[]) {
  const hard = problems.filter(({ level }) => level === 'hard')
  if (hard.length === 0) return
  throw new Refusal(`课表还有${hard.length}处冲突，不能发布。${hard[0]!.message}`)
}

export const publishTask = defineTask<{ timetableId: string; effectiveOn: string; version: number }>({
  kind: 'timetable.publish',
  title: '发布课表',
  run: async (run, data) => {
    const lessons = await asOwner(run, (ctx) => publishTimetable(ctx, data))
    return { page: '/application/educationalAdministration/timetable', message: `已写入${lessons}节课` }
  },
})

/** The work of a task with the permissions that its owner has now. */
export const asOwner = <T>({ app, cells, districtId, owner, taskId }: TaskRun, work: (ctx: Ctx) => Promise<T>) =>
  inDistrict(cells, districtId, async (db) => {
    const actor = {
      kind: 'job' as const,
      districtId,
      ...owner,
      sessionId: '00000000-0000-0000-0000-000000000000',
      permissions: new Map(),
    }
    const ctx: Ctx = { app, actor, db, now: new Date(), requestId: taskId }
    const permissions = await resolvePermissions(ctx, owner)
    if (!permissions) throw new Refusal('您已不在原单位任职，不能继续')
    return work({ ...ctx, actor: { ...actor, ...permissions } })
  })

/**
 * A version holds from its day on: the lessons of that day and later are written in one transaction, and those that were
 * changed by hand stay. Repeating it changes nothing.
 */
export async function publishTimetable(
  ctx: Ctx,
  { timetableId, effectiveOn: chosenDay, version }: { timetableId: string; effectiveOn: string; version: number },
): Promise<number> {
  // A task that was started late in the evening may run after midnight: what is past stays as it was.
  const today = dayOf(ctx.now)
  const effectiveOn = chosenDay < today ? today : chosenDay
  const { path, orgId } = await requireTimetable(ctx, 'timetable.publish', timetableId)
  // Another publication or the events of a whole district may be ahead.
  await extendTimeouts(ctx.db, 5)
  await lockLessons(ctx.db, orgId)
  const timetable = orNotFound(await lockTimetable(ctx.db, timetableId), '课表')
  if (timetable.status === 'published') return 0
  if (timetable.version !== version) throw changedByOthers()
  const { diff, problems, planned } = await planPublication(ctx, { ...timetable, path }, effectiveOn)
  refuseConflicts(problems)
  await archiveReplaced(ctx.db, orgId, timetable.termId, effectiveOn, ctx.now)
  await markPublished(ctx.db, timetableId, effectiveOn, ctx.actor.personId, ctx.now)
  await storeLessons(ctx, orgId, { added: leaveOutCovering(diff), removed: diff.removed })
  await publish(ctx, timetablePublished, { timetableId, orgId, effectiveOn })
  await notifyTeachers(ctx, { ...timetable, effectiveOn }, diff)
  return planned.length
}
