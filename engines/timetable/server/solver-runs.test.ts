import { beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { ensureDefaultPeriods } from '#kernel/schooling/server/api.ts'
import { aTaughtGrade } from './example.ts'
import { saveRule } from './rules.ts'
import { checkBeforeRun, toSolverModel } from './solver-runs.ts'
import { loadTimetable } from './load-model.ts'
import { solveTimetable } from './solver/solve-timetable.ts'
import { verifyTimetable } from './solver/verify-timetable.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import { changeSlots, createTimetable, getContent, requireTimetable } from './timetables.ts'

const database = useDatabase()
const now = new Date('2026-11-15T02:00:00Z')
let at: Awaited<ReturnType<typeof createTimetableSchools>>
let grade: Awaited<ReturnType<typeof aTaughtGrade>>
const office = <T>(work: (ctx: Ctx) => Promise<T>) => atMoment(database)(at.office, now, work)

beforeAll(async () => {
  at = await atMoment(database)(createActor(), now, createTimetableSchools)
  grade = await office((ctx) => aTaughtGrade(ctx, at.school, { classes: 3 }))
  await office((ctx) => ensureDefaultPeriods(ctx, at.school.id))
})

it('solves the lessons of a draft around what is locked and what was placed in the early reading', async () => {
  const id = await office(async (ctx) => {
    const { id: draft } = await createTimetable(ctx, { termId: grade.term.id, orgId: null, name: '自动', copyId: null })
    const { slots, groups, periods } = await getContent(ctx, draft)
    const slotsOf = (name: string) => {
      const group = groups.find((one) => one.classId === grade.classIds[0] && one.subjectName === name)!
      return slots.filter(({ groupId }) => groupId === group.id)
    }
    const reading = periods.find(({ kind }) => kind === 'reading')!
    const first = periods.find(({ kind }) => kind === 'lesson')!
    const [early, locked] = [slotsOf('语文')[0]!, slotsOf('数学')[0]!]
    await changeSlots(ctx, {
      id: draft,
      changes: [
        { slotId: early.id, from: null, to: { weekday: 2, periodId: reading.id } },
        { slotId: locked.id, from: null, to: { weekday: 3, periodId: first.id }, isLocked: true },
      ],
    })
    return draft
  })
  const model = await office(async (ctx) =>
    toSolverModel((await loadTimetable(ctx, await requireTimetable(ctx, 'timetable.auto', id))).model),
  )
  const found = await solveTimetable(model, { seconds: 30, seed: 1 })
  expect({ status: found.status, conflicts: found.conflicts }).toEqual({ status: 'solved', conflicts: [] })
  expect(verifyTimetable(model, found.slots, { isComplete: true })).toEqual([])
  expect(found.slots.length + model.outside.length).toBe(48)
  expect(found.slots.filter(({ isLocked }) => isLocked)).toMatchObject([{ weekday: 3 }])
})

it('names what contradicts itself before the search', async () => {
  const teacher = grade.teachers.get('数学')!
  const { id, problems } = await office(async (ctx) => {
    const { id: draft } = await createTimetable(ctx, { termId: grade.term.id, orgId: null, name: '矛盾', copyId: null })
    const { periods } = await getContent(ctx, draft)
    const lessons = periods.filter(({ kind }) => kind === 'lesson')
    const cells = [1, 2, 3, 4].flatMap((weekday) => lessons.map((period) => ({ weekday, periodId: period.id })))
    const rule = { kind: 'teacher-off' as const, userIds: [teacher.userId], cells }
    await saveRule(ctx, { id: '', termId: grade.term.id, orgId: at.school.id, rule, version: 0 })
    return { id: draft, problems: await checkBeforeRun(ctx, draft) }
  })
  expect(id).not.toBe('')
  expect(problems.map(({ message }) => message).join('；')).toContain(teacher.name)
})
