import { beforeAll, describe, expect, it } from 'vitest'
import { solveFet, type FetConstraint } from '#packages/fet'
import type { ModelSlot, TimetableModel, TimetableRule } from '../model.ts'
import { findGroup } from './contradictions.fixture.ts'
import { createProblem } from './create-problem.ts'
import { readPlacements, type SolvedSlot } from './read-placements.ts'
import { cellsOf, createElectiveSchool, createSampleSchool, lockedSlot } from './sample-school.fixture.ts'
import { solveTimetable, type SolvedTimetable } from './solve-timetable.ts'
import { verifyTimetable } from './verify-timetable.ts'

const quick = { seconds: 20, seed: 3 }
const school = createSampleSchool({ classesOfGrade: 2 })
const asDraft = (slots: readonly SolvedSlot[], isLocked: (at: number) => boolean): ModelSlot[] =>
  slots.map((slot, at) => ({ ...slot, id: slot.id ?? `slot-${at}`, isLocked: isLocked(at) }))
const timeOf = ({ weekday, periodId }: SolvedSlot) => `${weekday} ${periodId}`

describe('a timetable by machine', () => {
  let solved: SolvedTimetable
  let slots: SolvedSlot[]
  beforeAll(async () => {
    solved = await solveTimetable(school, quick)
    slots = solved.slots
  })

  it('has every lesson, and lessons of odd and even weeks in one cell', () => {
    expect(solved).toMatchObject({ status: 'solved', problems: [], unplaced: [], conflicts: [], leftOver: [] })
    expect(slots).toHaveLength(6 * 36)
    const [labour, heart] = ['劳动', '心理'].map((name) => findGroup(school, '九(2)班', name).id)
    const [odd, even] = [labour, heart].map((id) => slots.filter(({ groupId }) => groupId === id))
    expect([odd!.length, even!.length]).toEqual([1, 1])
    expect([odd![0]!.weekRule, even![0]!.weekRule]).toEqual(['odd', 'even'])
    expect(timeOf(odd![0]!)).toBe(timeOf(even![0]!))
  })

  it('names a room only where it is not that of the class', () => {
    const rooms = Map.groupBy(slots, ({ groupId }) => school.groups.get(groupId)!.subjectName)
    expect(new Set(rooms.get('语文')!.map(({ roomId }) => roomId))).toEqual(new Set([null]))
    expect(rooms.get('音乐')!.every(({ roomId }) => roomId!.startsWith('room-音乐'))).toBe(true)
  })

  it('keeps locked lessons, uses the slots of the draft again and returns those that are too many', async () => {
    const draft = asDraft(slots, (at) => at % 3 === 0)
    const { id, groupId } = draft.find(({ isLocked }) => !isLocked)!
    const extra: ModelSlot = { ...lockedSlot(groupId, 1, 1), id: 'extra', weekday: null, periodId: null }
    const again = await solveTimetable({ ...school, slots: [...draft, extra] }, { ...quick, seed: 4 })
    expect(again).toMatchObject({ status: 'solved', conflicts: [], leftOver: ['extra'] })
    expect(again.slots.filter(({ isLocked }) => isLocked)).toEqual(
      expect.arrayContaining(draft.filter(({ isLocked }) => isLocked)),
    )
    expect(new Set(again.slots.map((slot) => slot.id))).toEqual(new Set(draft.map((slot) => slot.id)))
    expect(again.slots.some((slot) => slot.id === id)).toBe(true)
  })

  it('puts the other half of a pair beside the locked one, in the other weeks', async () => {
    const [labour, heart] = [findGroup(school, '七(1)班', '劳动'), findGroup(school, '七(1)班', '心理')]
    const locked = lockedSlot(heart.id, 4, 7, { weekRule: 'odd' })
    const result = await solveTimetable({ ...school, slots: [locked] }, quick)
    expect(result).toMatchObject({ status: 'solved', conflicts: [] })
    expect(result.slots.filter(({ groupId }) => groupId === labour.id)).toMatchObject([
      { weekday: 4, periodId: 'p7', weekRule: 'even' },
    ])
  })

  it('gives a pupil of free groups no two lessons at once', async () => {
    const model = createElectiveSchool()
    const result = await solveTimetable(model, quick)
    expect(result).toMatchObject({ status: 'solved', conflicts: [], unplaced: [] })
    expect(result.slots).toHaveLength(8 * 19 + 18 * 3)
  })

  it('says in words which lessons it could not place', async () => {
    // Each subject has rooms enough for itself; together they need 18 in six periods of two rooms.
    const [one, other] = ['room-音乐-1', 'room-美术-1'] as const
    const rooms = [
      ['音乐', [one, other]],
      ['美术', [other]],
      ['信息', [one]],
    ] as const
    const cells = [...cellsOf([3], [1, 2, 3, 4]), ...cellsOf([4], [1, 2])]
    const subjectIds = rooms.map(([name]) => `s-${name}`)
    const rules: TimetableRule[] = [
      ...school.rules.filter((rule) => rule.kind !== 'subject-rooms'),
      { kind: 'subject-only', subjectIds, cells, isSoft: false },
      ...rooms.map(([name, roomIds]): TimetableRule => ({
        kind: 'subject-rooms',
        subjectIds: [`s-${name}`],
        roomIds: [...roomIds],
      })),
    ]
    const result = await solveTimetable({ ...school, rules }, { ...quick, seconds: 16 })
    expect(result).toMatchObject({ status: 'timeout', problems: [], conflicts: [] })
    // Six at least; most of the other 200 have a time, also on a busy machine.
    expect(result.unplaced.length).toBeGreaterThanOrEqual(6)
    expect(result.unplaced.length).toBeLessThan(100)
    const named = result.unplaced.map(({ groupId }) => school.groups.get(groupId)!)
    for (const [at, { label, subjectName }] of named.entries())
      expect(result.unplaced[at]!.reason).toContain(`${label}${subjectName}`)
    expect(result.difficult).not.toEqual([])
    expect(result.slots.filter(({ weekday }) => weekday === null)).toHaveLength(result.unplaced.length)
  })

  it('does not search where it knows better', async () => {
    const model = { ...school, rules: [...school.rules, { kind: 'teacher-daily-most' as const, userIds: [], most: 1 }] }
    const result = await solveTimetable(model, quick)
    expect(result).toMatchObject({ status: 'refused', slots: [], seconds: 0 })
    expect(result.problems[0]!.message).toContain('每天最多1节')
  })

  it('stops with what it has', async () => {
    const result = await solveTimetable(school, { ...quick, signal: AbortSignal.abort() })
    expect(result.status).toBe('stopped')
    expect(result.slots).toHaveLength(6 * 36)
    expect(result.slots.every(({ weekday }) => weekday === null)).toBe(true)
  })
})

describe('the independent check', () => {
  /** A timetable of FET, which was not told one kind of constraint. */
  async function solveWithout(model: TimetableModel, leftOut: FetConstraint['kind'] | null) {
    const { problem, activities } = createProblem(model)
    const constraints = problem.constraints.filter(({ kind }) => kind !== leftOut)
    expect(constraints.length < problem.constraints.length).toBe(leftOut !== null)
    const { status, placements } = await solveFet({ ...problem, constraints }, quick)
    expect(status).toBe('solved')
    return verifyTimetable(model, readPlacements(model, activities, placements).slots)
  }

  it.each<[FetConstraint['kind'], string]>([
    ['teacher-not-available', 'teacher-off'],
    ['teacher-most-daily', 'teacher-daily-most'],
    ['days-between', 'subject-daily-most'],
    ['same-start', 'two-week-pair'],
    ['subject-times', 'subject-off'],
  ])('notices when FET was not told %s', async (kind, expected) => {
    const strict: TimetableRule[] = [
      { kind: 'teacher-daily-most', userIds: [], most: 3 },
      { kind: 'subject-off', subjectIds: ['s-体育'], cells: cellsOf([1, 2, 3, 4, 5], [2]), isSoft: false },
    ]
    const model = { ...school, rules: [...school.rules, ...strict] }
    expect(await solveWithout(model, null)).toEqual([])
    const conflicts = await solveWithout(model, kind)
    expect(conflicts.map((conflict) => conflict.kind)).toContain(expected)
  })

  it('notices when FET was not told when classes have no lessons', async () => {
    const model = createElectiveSchool()
    const conflicts = await solveWithout(model, 'students-not-available')
    expect(new Set(conflicts.map(({ kind }) => kind))).toEqual(new Set(['class-off']))
  })

  it('notices two lessons at once, of a teacher, a class, a room, a pupil', () => {
    const at = (label: string, subject: string, more: Partial<ModelSlot> = {}) =>
      lockedSlot(findGroup(school, label, subject).id, 1, 2, more)
    const kinds = (model: TimetableModel, slots: readonly ModelSlot[]) =>
      verifyTimetable(model, slots, { isComplete: false }).map(({ kind }) => kind)
    const music = { roomId: 'room-音乐-1' }
    expect(kinds(school, [at('七(1)班', '语文'), at('七(2)班', '语文')])).toEqual(['teacher'])
    expect(kinds(school, [at('七(1)班', '语文'), at('七(1)班', '历史')])).toEqual(['room', 'class'])
    expect(kinds(school, [at('七(1)班', '语文', music), at('八(1)班', '历史', music)])).toEqual(['room'])
    expect(kinds(school, [at('七(1)班', '音乐')])).toEqual(['subject-rooms'])
    expect(
      kinds(school, [at('七(1)班', '语文', { weekRule: 'odd' }), at('七(2)班', '语文', { weekRule: 'even' })]),
    ).toEqual([])
    expect(
      kinds(school, [
        at('七(1)班', '语文', { weekRule: 'listed', weeks: [4, 9] }),
        at('七(2)班', '语文', { weekRule: 'odd' }),
      ]),
    ).toEqual(['teacher'])
    const electives = createElectiveSchool()
    const [one, other] = electives.pupils[0]!.groupIds
    expect(new Set(kinds(electives, [lockedSlot(one!, 1, 2), lockedSlot(other!, 1, 2)]))).toEqual(new Set(['pupil']))
  })

  it('notices what is missing', async () => {
    const { slots } = await solveTimetable(school, quick)
    const kindsWithout = (name: string) => {
      const { id } = findGroup(school, '八(1)班', name)
      return verifyTimetable(
        school,
        slots.filter(({ groupId }) => groupId !== id),
      ).map(({ kind }) => kind)
    }
    expect(kindsWithout('班会')).toEqual(['hours', 'subject-fixed'])
    expect(kindsWithout('语文')).toEqual(['hours', 'subject-double'])
    expect(kindsWithout('地理')).toEqual(['hours'])
    const moved = slots.map((slot) => (slot.weekRule === 'even' ? { ...slot, weekday: 5, periodId: 'p1' } : slot))
    expect(verifyTimetable(school, moved).map(({ kind }) => kind)).toContain('two-week-pair')
  })
})
