import { orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { ensureNationalSubjects, ensureTerms, listOrgTerms, seedLessons } from '#kernel/schooling/server/api.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { savePeriodScheme } from '#kernel/schooling/server/service/time/timetable-periods.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { colourLessons } from './colour-lessons.fixture.ts'
import { loadTimetable } from './load-model.ts'
import { listSubjectIds } from './model-queries.ts'
import { updateSlots } from './slot-queries.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import { createTimetable, requireDraft } from './timetables.ts'

/** 35 lessons a week. */
const hours = {
  语文: 5,
  数学: 5,
  英语: 5,
  科学: 4,
  历史: 3,
  地理: 2,
  道德与法治: 2,
  体育与健康: 3,
  音乐: 2,
  美术: 2,
  信息科技: 2,
}
/** A teacher of a subject has so many classes that nobody has more than some ten lessons. */
const lessonsOfTeacher = 11
const lessonTimes = ['08:00', '08:50', '10:00', '10:50', '13:30', '14:20', '15:20'].map(
  (begins) => [begins, addMinutes(begins)] as const,
)
function addMinutes(clock: string) {
  const total = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + 40
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

/** A middle school in which every class has 35 lessons a week, with its teachers. */
export async function createLargeSchool(database: TestDatabase, now: Date, classes: number) {
  const as = atMoment(database)
  const at = await as(createActor(), now, createTimetableSchools)
  const rights = ['student.event', 'student.edit'].map((right) => [right, orgTreeScope(at.school)] as const)
  const office: Actor = { ...at.office, permissions: new Map([...at.office.permissions, ...rights]) }
  const inOffice = <T>(work: (ctx: Ctx) => Promise<T>, when = now) => as(office, when, work)
  const made = await inOffice(async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const form = { id: null, orgId: null, name: '作息', gradeIds: [], startsOn: '2026-08-01', endsOn: null }
    const periods = lessonTimes.map(([begins, ends], sort) => ({
      id: null,
      slotId: null,
      name: `第${sort + 1}节`,
      begins,
      ends,
      sort,
      kind: 'lesson' as const,
    }))
    await savePeriodScheme(ctx, { ...form, periods, followsId: null, version: 0 })
    const term = (await listOrgTerms(ctx, at.school.id)).find(({ isCurrent }) => isCurrent)!
    const grades = []
    for (const startYear of [2026, 2025, 2024])
      grades.push(await aGrade(ctx, at.school, { classes: classes / 3, startYear }))
    const places = grades.flatMap(({ gradeId, classIds }) => classIds.map((classId) => ({ gradeId, classId })))
    const subjectIds = await listSubjectIds(ctx.db, Object.keys(hours))
    const lessons: Parameters<typeof seedLessons>[3][number][] = []
    let teachers = 0
    for (const [name, weekHours] of Object.entries(hours)) {
      const each = Math.max(1, Math.floor(lessonsOfTeacher / weekHours))
      for (const [index, place] of places.entries()) {
        if (index % each === 0) teachers++
        const last = lessons.at(-1)
        const isNew = index % each === 0
        const userId = isNew ? (await aTeacher(ctx, { at: at.school, since: '2020-08-01' })).userId : last!.userId
        lessons.push({ ...place, subjectId: subjectIds.get(name)!, userId, weekHours })
      }
    }
    await seedLessons(ctx, at.school.id, term.id, lessons)
    return { term, grades, teachers, subjectIds }
  })
  return { ...at, ...made, office, inOffice, as }
}

/** A draft with all lessons in a place; each turn has other places. */
export async function aFullDraft(ctx: Ctx, termId: string, turn = 0) {
  const { id } = await createTimetable(ctx, { termId, orgId: null, name: `第${turn + 1}版`, copyId: null })
  const { model } = await loadTimetable(ctx, await requireDraft(ctx, 'timetable.edit', id))
  const lessons = model.slots.map((slot) => {
    const { classId, teacherIds } = model.groups.get(slot.groupId)!
    return { slot, group: classId!, teacher: teacherIds[0]! }
  })
  const count = model.weekdays.length * model.periods.length
  const colours = colourLessons(lessons, count)
  const placed = lessons.map(({ slot }, at) => {
    const cell = (colours[at]! + turn * 8) % count
    return { ...slot, weekday: (cell % 5) + 1, periodId: model.periods[Math.floor(cell / 5)]!.id }
  })
  await updateSlots(ctx.db, placed, ctx.now)
  return id
}
