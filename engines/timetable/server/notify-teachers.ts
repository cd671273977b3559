import type { Ctx } from '#packages/core'
import { listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import { listMemberPersons } from './lesson-queries.ts'
import { listPeriodsOfSchool } from './load-model.ts'
import type { ModelSlot } from './model.ts'
import { listPlacedSlots } from './slot-queries.ts'
import type { LessonDiff } from './store-lessons.ts'
import { publishedTemplate } from './timetable-notifications.ts'
import type { TimetableFacts } from './timetable-queries.ts'

const weekdays = ['', '周一', '周二', '周三', '周四', '周五', '周六', '周日']
const weekNotes = { every: '', odd: '（单周）', even: '（双周）', listed: '（部分周）' } as const
const shownAtMost = 6

/** Whoever has other lessons in the week than before is told which ones. */
export async function notifyTeachers(
  ctx: Ctx,
  timetable: TimetableFacts & { effectiveOn: string },
  { added, removed }: LessonDiff,
) {
  const nameOf = await nameSlots(ctx, timetable, [...added, ...removed])
  const [before, after] = [listByTeacher(removed, nameOf), listByTeacher(added, nameOf)]
  const persons = await listMemberPersons(ctx.db, [...new Set([...before.keys(), ...after.keys()])])
  for (const { id, personId } of persons) {
    const [old, now] = [before.get(id) ?? new Set<string>(), after.get(id) ?? new Set<string>()]
    const [gone, come] = [[...old.difference(now)], [...now.difference(old)]]
    if (gone.length + come.length === 0) continue
    const lessons = [
      ...(gone.length > 0 ? [`原${describeSome(gone)}`] : []),
      ...(come.length > 0 ? [`${gone.length > 0 ? '改为' : ''}${describeSome(come)}`] : ['不再上']),
    ].join('，')
    await sendMessages(ctx, publishedTemplate, {
      to: [personId],
      values: { name: timetable.name, day: timetable.effectiveOn, lessons },
      url: '/staffMain/timetable',
      subject: { kind: publishedTemplate.code, id: timetable.id },
    })
  }
}

const describeSome = (names: readonly string[]) =>
  `${names.slice(0, shownAtMost).join('、')}${names.length > shownAtMost ? `等${names.length}节` : ''}`

interface SlotOfTeacher {
  slotId: string | null
  teacherIds: readonly string[]
}

/** The places of each teacher, in the order of the week. */
function listByTeacher(lessons: readonly SlotOfTeacher[], nameOf: ReadonlyMap<string, string>) {
  const teachers = new Map<string, Set<string>>()
  for (const { slotId, teacherIds } of lessons)
    if (slotId !== null) teachers.set(slotId, new Set([...(teachers.get(slotId) ?? []), ...teacherIds]))
  const found = new Map<string, Set<string>>()
  for (const [slotId, name] of nameOf)
    for (const userId of teachers.get(slotId) ?? []) found.set(userId, (found.get(userId) ?? new Set()).add(name))
  return found
}

/** 周二第3节七(1)班数学, for the places that these lessons come from, in the order of the week. */
async function nameSlots(
  ctx: Ctx,
  { orgId, termId, effectiveOn }: TimetableFacts & { effectiveOn: string },
  lessons: readonly { timetableId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const slots = await listPlacedSlots(ctx.db, [...new Set(lessons.map(({ timetableId }) => timetableId))])
  const groups = new Map((await listTeachingOfTerm(ctx, orgId, termId)).map((group) => [group.id, group]))
  const periods = new Map(
    (await listPeriodsOfSchool(ctx, orgId, effectiveOn)).map((one, at) => [one.id, { at, ...one }]),
  )
  const order = ({ weekday, periodId }: ModelSlot) => weekday! * 100 + (periods.get(periodId!)?.at ?? 0)
  return new Map(
    slots
      .toSorted((a, b) => order(a) - order(b))
      .map(({ id, groupId, weekday, periodId, weekRule }) => {
        const group = groups.get(groupId)
        const what = group?.kind === 'free' ? group.label : `${group?.label ?? ''}${group?.subjectName ?? ''}`
        return [id, `${weekdays[weekday!]}${periods.get(periodId!)?.name ?? ''}${what}${weekNotes[weekRule]}`]
      }),
  )
}
