import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { classOf } from '#kernel/schooling/server/example.ts'
import { type Actor, addDays, type Ctx, newId, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { changeEnrolments, createStudents, getHeadCounts, listRoster } from './api.ts'
import { insertEnrolments, listCurrentEnrolments } from './enrolment-queries.ts'
import { applyEvent } from './service/students/enrolment-events.ts'
import { getRoster } from './service/students/rosters.ts'
import { mergeClasses } from './service/students/merge-classes.ts'
import { getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { searchStudentsInDistrict } from './service/students/search-students.ts'
import {
  createClassTeacher,
  currentStudents,
  firstPage,
  on,
  createTestSchools,
  createManagedSchools,
  createManager,
  type TestSchools,
} from './students.fixture.ts'
import { aPupil, aPupilRow } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: TestSchools
let chief: Actor, head: Actor
beforeAll(async () => {
  ;({ tree, chief, head } = await as(createActor(), createManagedSchools))
})

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).toSorted()
const listOn = (actor: Actor, today: string, filter: Partial<typeof currentStudents> = {}) =>
  as(actor, async (ctx) =>
    names((await searchStudentsInDistrict(on(ctx, today), { ...currentStudents, ...firstPage, ...filter })).items),
  )

it('a teacher who headed class A until November sees A as of October, and today only B', async () => {
  const { first } = tree.grades
  const [a, b] = first.classIds as [string, string]
  const teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '周老师'))
  await as(chief, (ctx) => setClassHeads(ctx, [{ classId: a, userId: teacher.userId }], '2026-09-01'))
  await as(chief, (ctx) => setClassHeads(ctx, [{ classId: a, userId: null }], '2026-11-10'))
  await as(chief, (ctx) => setClassHeads(ctx, [{ classId: b, userId: teacher.userId }], '2026-11-10'))
  const pupil = (name: string, classId: string) => aPupilRow(classOf(first, classId), { name })
  const [leaver, stayer, ofB] = (await as(chief, (ctx) =>
    createStudents(ctx, [pupil('离远', a), pupil('留安', a), pupil('乙生', b)], { type: 'enrol' }),
  )) as [string, string, string]
  const out = {
    targets: { ids: [leaver] },
    type: 'transfer-out' as const,
    on: '2026-11-05',
    whereTo: '外省',
    basis: '',
    reason: '',
  }
  await as(head, (ctx) => applyEvent(on(ctx, '2026-11-05'), { ...out, gradeId: null, classId: null }))

  const today = '2026-11-20'
  expect(await listOn(teacher, today)).toEqual(['乙生'])
  expect(await listOn(teacher, today, { on: '2026-10-15' })).toEqual(['留安', '离远'].toSorted())
  expect(await listOn(teacher, today, { on: '2026-11-09' })).toEqual(['留安'])

  const detail = (id: string, day?: string) =>
    as(teacher, (ctx) => getStudent(on(ctx, today), { id, on: day })).then(({ className }) => className)
  expect(await detail(leaver, '2026-10-15')).toBe('一(1)班')
  expect(await detail(ofB)).toBe('一(2)班')
  await expect(detail(stayer)).rejects.toThrow('学生不存在')
  await expect(detail(ofB, '2026-10-15')).rejects.toThrow('学生不存在')
  const phoneOf = (id: string, day?: string) =>
    as(teacher, (ctx) =>
      revealStudentField(on(ctx, today), { id, field: 'guardianPhone', guardianId: null, reason: '家访联系', on: day }),
    )
  expect((await phoneOf(stayer, '2026-10-15')).value).toMatch(/^139/)
  await expect(phoneOf(stayer)).rejects.toThrow('学生不存在')
  // A pupil who left is in October's list, but without current numbers and guardians.
  await expect(phoneOf(leaver, '2026-10-15')).rejects.toThrow('该学生已离开本校')
  const then = await as(teacher, (ctx) => getStudent(on(ctx, today), { id: leaver, on: '2026-10-15' }))
  expect(then).toMatchObject({ name: '离远', guardians: [], guardianName: '', guardianPhone: '', birthday: '' })
  expect((await as(head, (ctx) => getStudent(on(ctx, today), { id: leaver }))).guardians).toHaveLength(1)
})

it('a teacher who gets a class next month sees nothing of it by asking for next month', async () => {
  const { second } = tree.grades
  const classId = second.classIds[2]!
  const teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '吴老师'))
  await as(chief, (ctx) => setClassHeads(ctx, [{ classId, userId: teacher.userId }], '2026-12-01'))
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(second, classId), { name: '将来' }))
  const [today, later] = ['2026-11-20', '2026-12-05']
  expect(await listOn(teacher, today, { on: later })).toEqual([])
  expect(await listOn(teacher, later)).toEqual(['将来'])
  const callAsTeacher = (work: (ctx: Ctx) => Promise<unknown>) => as(teacher, (ctx) => work(on(ctx, today)))
  await expect(callAsTeacher((ctx) => getStudent(ctx, { id, on: later }))).rejects.toThrow('学生不存在')
  await expect(
    callAsTeacher((ctx) => getRoster(ctx, { classId, groupId: null, on: later, pageSize: 100 })),
  ).rejects.toThrow('班级不存在')
  const whole = { field: 'guardianPhone', guardianId: null, reason: '家访联系' } as const
  await expect(callAsTeacher((ctx) => revealStudentField(ctx, { id, ...whole, on: later }))).rejects.toThrow(
    '学生不存在',
  )
  expect(await listOn(head, today, { on: later, classId })).toEqual(['将来'])
})

it('after a class merger October still has both classes, and the old one ends on its day', async () => {
  const { grades } = await as(chief, async (ctx) => (await plantAgain(ctx)).tree)
  const [a, b] = grades.second.classIds as [string, string]
  const pupil = (name: string, classId: string) => aPupilRow(classOf(grades.second, classId), { name })
  await as(chief, (ctx) =>
    createStudents(ctx, [pupil('甲一', a), pupil('甲二', a), pupil('乙一', b)], { type: 'enrol' }),
  )
  const merging = { sourceIds: [a], targetId: b, on: '2026-11-10' }
  const wrong = { ...merging, targetId: grades.first.classIds[0]! }
  await expect(as(chief, (ctx) => mergeClasses(on(ctx, '2026-11-09'), wrong))).rejects.toThrow('只能合并同一年级的班级')
  const effect = await as(chief, (ctx) => mergeClasses(on(ctx, '2026-11-09'), merging))
  expect(effect.changes.map(({ name, from, to }) => `${name} ${from} ${to}`).toSorted()).toEqual([
    '甲一 二(1)班 二(2)班',
    '甲二 二(1)班 二(2)班',
  ])
  const roster = (classId: string, day: string) =>
    as(chief, async (ctx) => names(await listRoster(ctx, { classId }, day)))
  expect(await roster(a, '2026-11-09')).toEqual(['甲一', '甲二'].toSorted())
  expect(await roster(a, '2026-11-10')).toEqual([])
  expect(await roster(b, '2026-11-10')).toEqual(['乙一', '甲一', '甲二'].toSorted())
  await expect(as(chief, (ctx) => mergeClasses(on(ctx, '2026-11-11'), merging))).rejects.toThrow('已撤销')
})

it('the database refuses overlapping enrolments', async () => {
  const { gradeId, classIds } = tree.grades.second
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.second)))
  const enrolment = {
    studentId: id,
    orgId: tree.school.id,
    gradeId,
    classId: classIds[1]!,
    seatNo: null,
    on: '2026-10-01',
  }
  const again = as(chief, (ctx) =>
    insertEnrolments(ctx.db, [{ ...enrolment, id: newId(), status: 'studying' }], ctx.now),
  )
  await expect(again).rejects.toThrow(/enrolment_no_overlap/)
})

/** Separate schools, so that no other pupils are counted. */
async function plantAgain(ctx: Ctx) {
  const own = await createTestSchools(ctx)
  return { tree: own, boss: await createManager(ctx, own.bureau, wholeDistrict) }
}

type Step = {
  pupil: number
  deed: 'move' | 'suspend' | 'resume' | 'out' | 'back' | 'repeat' | 'merge' | 'new'
  to: number
}
const step: fc.Arbitrary<Step> = fc.record({
  pupil: fc.nat(11),
  deed: fc.constantFrom('move', 'suspend', 'resume', 'out', 'back', 'repeat', 'merge', 'new'),
  to: fc.nat(2),
})

/** A fixed example in which every step occurs. */
const everyDeed: Step[][] = [
  [{ deed: 'out', pupil: 0, to: 0 }],
  [{ deed: 'back', pupil: 0, to: 2 }],
  [{ deed: 'suspend', pupil: 1, to: 0 }],
  [{ deed: 'resume', pupil: 1, to: 2 }],
  [{ deed: 'repeat', pupil: 2, to: 0 }],
  [{ deed: 'merge', pupil: 0, to: 0 }],
  [{ deed: 'move', pupil: 5, to: 1 }],
  [{ deed: 'new', pupil: 0, to: 1 }],
]

it('head counts of a past day never change, and enrolments never overlap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { minLength: 3, maxLength: 8 }), async (days) => {
      const { tree: schools, boss } = await as(chief, plantAgain)
      const world = new Living(schools, boss)
      const saved: [string, unknown][] = []
      let day = '2026-09-01'
      await world.begin(day)
      for (const steps of days) {
        day = addDays(day, 1 + (steps.length % 3))
        for (const one of steps) await world.live(one, day)
        saved.push([day, await world.counts(day)])
      }
      for (const [past, counts] of saved) expect(await world.counts(past)).toEqual(counts)
      expect(await doubles()).toEqual([])
    }),
    { numRuns: 12, examples: [[everyDeed]] },
  )
  expect(Object.entries(happened).filter(([, times]) => times === 0)).toEqual([])
}, 300_000)

/** Counts the successful steps: a run in which everything is refused would prove nothing. */
const happened = { move: 0, suspend: 0, resume: 0, out: 0, back: 0, repeat: 0, merge: 0, new: 0 }

/** Applies random steps to the pupils of two schools. A refused step is no failure. */
class Living {
  readonly #tree: TestSchools
  readonly #boss: Actor
  #ids: string[] = []
  constructor(schools: TestSchools, boss: Actor) {
    this.#tree = schools
    this.#boss = boss
  }

  async begin(day: string) {
    const { second } = this.#tree.grades
    const rows = Array.from({ length: 10 }, (_, at) => aPupilRow(classOf(second, at % 3), { on: day }))
    this.#ids = await as(this.#boss, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))
  }

  async live({ pupil, deed, to }: Step, day: string) {
    const id = this.#ids[pupil % this.#ids.length]!
    try {
      await as(this.#boss, (ctx) => this.#happen(on(ctx, day), deed, id, to, day))
      happened[deed]++
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'Refusal') throw error
    }
  }

  async #happen(ctx: Ctx, deed: Step['deed'], id: string, to: number, day: string) {
    const { school, other, grades, otherGrades } = this.#tree
    const event = {
      targets: { ids: [id] },
      on: day,
      gradeId: null,
      classId: null,
      whereTo: '',
      basis: '批复',
      reason: '审批依据',
    }
    const classId = grades.second.classIds[to]!
    if (deed === 'move') return applyEvent(ctx, { ...event, type: 'move', classId })
    if (deed === 'suspend') return applyEvent(ctx, { ...event, type: 'suspend' })
    if (deed === 'resume') return applyEvent(ctx, { ...event, type: 'resume', classId })
    if (deed === 'repeat') return applyEvent(ctx, { ...event, type: 'repeat', classId: grades.first.classIds[to]! })
    if (deed === 'merge') {
      const targetId = grades.second.classIds[(to + 1) % 3]!
      return mergeClasses(ctx, { sourceIds: [classId], targetId, on: day })
    }
    if (deed === 'new') {
      const row = aPupilRow(classOf(grades.second, classId), { on: day })
      const [made] = await createStudents(ctx, [row], { type: 'transfer-in' })
      return this.#ids.push(made!)
    }
    const [current] = await listCurrentEnrolments(ctx.db, [id])
    const there = deed === 'out' ? { org: other, grade: otherGrades.second } : { org: school, grade: grades.second }
    if (current!.orgId === there.org.id || current!.overOn !== null) return
    const target = { orgId: there.org.id, gradeId: there.grade.gradeId, classId: there.grade.classIds[to]! }
    return changeEnrolments(ctx, [
      { studentId: id, type: 'transfer-in', on: day, to: { ...target, status: 'studying' } },
    ])
  }

  counts(day: string) {
    const { school, other } = this.#tree
    return as(this.#boss, async (ctx) => {
      const sorted = async (orgId: string) => {
        const { classes, ...sums } = await getHeadCounts(ctx, orgId, day)
        return { ...sums, classes: classes.toSorted((one, two) => (one.classId < two.classId ? -1 : 1)) }
      }
      return [await sorted(school.id), await sorted(other.id)]
    })
  }
}

/** Pupils with overlapping enrolments. */
const doubles = () =>
  database.sql(`
    select a.student_id from tenant.enrolment a
    join tenant.enrolment b on b.student_id = a.student_id and b.id > a.id and b.valid && a.valid`)
