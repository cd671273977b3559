import { beforeAll, describe, expect, it } from 'vitest'
import { emptyScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createStaffAt, onDay, createSchools, createTeacherActor, type Schools } from './classes.fixture.ts'
import { listGrades, saveGrade } from './service/classes/grades.ts'
import {
  closeClass,
  reopenClass,
  deleteClass,
  generateClasses,
  previewDeleteClass,
  saveClass,
  sortClasses,
} from './service/classes/edit-classes.ts'
import { listClasses, getClass, getClassTree } from './service/classes/classes.ts'
import { setClassTeachers, setClassHeads } from './service/classes/class-teachers.ts'
import { aGrade } from './example.ts'

const database = useDatabase()
const as = onDay(database)
let at: Schools
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
beforeAll(async () => {
  at = await run(createSchools)
})

const listed = { orgId: null, gradeId: null, state: 'open', keyword: '', pageNumber: 1, pageSize: 200 }
const treeOf = (actor: Actor, on?: string, orgId: string | null = null) =>
  as(actor, (ctx) => getClassTree(ctx, { orgId, ...(on ? { on } : {}) }))
const aClass = (gradeId: string, name: string, more: object = {}) => ({
  id: null,
  gradeId,
  name,
  code: '',
  profession: '',
  roomId: null,
  version: 0,
  ...more,
})

describe('creating grades and classes', () => {
  it('creates all at once and nothing twice', async () => {
    const { head } = await run(createSchools)
    const form = { orgId: null, grades: [{ stage: 3, startYear: 2025, classes: 3 }] }
    expect(await as(head, (ctx) => generateClasses(ctx, form))).toEqual({ grades: 1, classes: 3 })
    expect(await as(head, (ctx) => generateClasses(ctx, form))).toEqual({ grades: 0, classes: 0 })
    const more = { orgId: null, grades: [{ stage: 3, startYear: 2025, classes: 5 }] }
    expect(await as(head, (ctx) => generateClasses(ctx, more))).toEqual({ grades: 0, classes: 2 })
    const tree = await treeOf(head)
    const grade = tree.grades.find(({ startYear }) => startYear === 2025)!
    expect(grade.name).toBe('八年级')
    expect(grade.classes.map(({ label }) => label)).toEqual([1, 2, 3, 4, 5].map((number) => `八(${number})班`))
  })

  it('names a grade by the day, without renaming rows', async () => {
    const { school, head } = await run(createSchools)
    await run((ctx) => aGrade(ctx, school, { startYear: 2025, classes: 5 }))
    const nameOn = async (on: string) =>
      (await as(head, (ctx) => listGrades(ctx, { orgId: null, on, all: 1 }))).find((one) => one.startYear === 2025)!
    expect((await nameOn('2025-09-01')).name).toBe('七年级')
    expect((await nameOn('2026-08-31')).name).toBe('七年级')
    expect((await nameOn('2026-09-01')).name).toBe('八年级')
    expect(await nameOn('2028-09-01')).toMatchObject({ name: '2025级', yearNo: 4, classCount: 5 })
    const then = (await treeOf(head, '2028-09-01')).grades
    expect(then.some(({ startYear }) => startYear === 2025)).toBe(false)
  })

  it('creates a class once when two calls run at the same time, and refuses the second', async () => {
    const { gradeId } = await run((ctx) => aGrade(ctx, at.school, { stage: 2, startYear: 2020, classes: 0 }))
    const tries = await Promise.allSettled(
      [1, 2].map(() => as(at.head, (ctx) => saveClass(ctx, aClass(gradeId, '向日葵班')))),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(String((tries.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toContain(
      '该年级已存在同名班级',
    )
  })

  it('generates a grade once when two calls run at the same time', async () => {
    const form = { orgId: null, grades: [{ stage: 2, startYear: 2024, classes: 4 }] }
    const made = await Promise.all([1, 2].map(() => as(at.head, (ctx) => generateClasses(ctx, form))))
    expect(made.reduce((all, { classes }) => all + classes, 0)).toBe(4)
  })

  it('keeps a class in its stage, and in its grade once it has pupils', async () => {
    const primary = await run((ctx) => aGrade(ctx, at.school, { stage: 2, startYear: 2021, classes: 1 }))
    const middle = await run((ctx) => aGrade(ctx, at.school, { startYear: 2026, classes: 1 }))
    const next = await run((ctx) => aGrade(ctx, at.school, { stage: 2, startYear: 2022, classes: 0 }))
    const [id] = primary.classIds as [string]
    const save = (gradeId: string, version = 1) =>
      as(at.head, (ctx) => saveClass(ctx, aClass(gradeId, '实验班', { id, version })))
    await expect(save(middle.gradeId)).rejects.toThrow('年级与班级学段不一致')
    database.contribute('pupilCounts', pupilsIn(id, 3))
    await expect(save(next.gradeId)).rejects.toThrow('班级已有学生，不能更改年级')
    database.contribute('pupilCounts', pupilsIn(id, 0))
    await save(next.gradeId)
    await expect(save(next.gradeId)).rejects.toThrow('数据已被他人修改')
  })

  it('saves a class with its head from today on, who must work at the school', async () => {
    const { gradeId } = await run((ctx) => aGrade(ctx, at.school, { startYear: 2025, classes: 0 }))
    const lin = await run((ctx) => createStaffAt(ctx, at.school))
    const stranger = await run((ctx) => createStaffAt(ctx, at.other))
    const save = (userId: string | null, more: object = {}) =>
      as(at.head, (ctx) => saveClass(ctx, aClass(gradeId, '云雀班', { head: { userId }, ...more })))
    await expect(save(stranger.userId)).rejects.toThrow('人员不存在')
    const { id } = await save(lin.userId)
    const read = () => as(at.head, (ctx) => getClass(ctx, { id }))
    expect(await read()).toMatchObject({
      class: { teacherId: lin.userId, teacherName: lin.name },
      teachers: [{ startsOn: '2026-11-15', endsOn: null }],
      lessons: [],
    })
    await save(null, { id, version: 1 })
    expect((await read()).class.teacherId).toBeNull()
  })

  it('refuses classes at a bureau and in another school', async () => {
    const form = { orgId: at.bureau.id, grades: [{ stage: 3, startYear: 2026, classes: 1 }] }
    await expect(as(at.chief, (ctx) => generateClasses(ctx, form))).rejects.toThrow('只有学校和幼儿园')
    const elsewhere = { ...form, orgId: at.other.id }
    await expect(as(at.head, (ctx) => generateClasses(ctx, elsewhere))).rejects.toThrow('组织不存在')
    const { gradeId } = await run((ctx) => aGrade(ctx, at.other, { startYear: 2026, classes: 1 }))
    await expect(as(at.head, (ctx) => saveClass(ctx, aClass(gradeId, '9班')))).rejects.toThrow('年级不存在')
  })

  it('has one grade per start year, with a grade head from the day on', async () => {
    const li = await run((ctx) => createStaffAt(ctx, at.other))
    const grade = { id: null, orgId: null, stage: 3, startYear: 2024, years: 3, headId: li.userId, version: 0 }
    const { id } = await as(at.neighbour, (ctx) => saveGrade(ctx, grade))
    await expect(as(at.neighbour, (ctx) => saveGrade(ctx, grade))).rejects.toThrow('2024级初中已存在')
    const on = async (day: string) =>
      (await as(at.neighbour, (ctx) => listGrades(ctx, { orgId: null, on: day, all: 1 }))).find((one) => one.id === id)!
    expect(await on('2026-11-15')).toMatchObject({ headId: li.userId, headName: li.name, name: '九年级' })
    expect(await on('2026-11-14')).toMatchObject({ headId: null })
  })
})

describe('closing classes', () => {
  it('deletes only a class that never had pupils', async () => {
    const { classIds: ids } = await run((ctx) => aGrade(ctx, at.school, { stage: 2, startYear: 2019, classes: 2 }))
    const [id, other] = ids as [string, string]
    database.contribute('pupilCounts', pupilsIn(id, 7))
    await expect(as(at.head, (ctx) => deleteClass(ctx, id))).rejects.toThrow('班级下还有7名学生，不能删除')
    await expect(as(at.neighbour, (ctx) => deleteClass(ctx, other))).rejects.toThrow('班级不存在')
    const preview = (span: string) => as(at.head, (ctx) => previewDeleteClass(ctx, span))
    expect(await preview(id)).toMatchObject({ obstacle: '班级下还有7名学生，不能删除' })
    const teacher = await run((ctx) => createStaffAt(ctx, at.school))
    await run((ctx) => setClassHeads(ctx, [{ classId: other, userId: teacher.userId }], '2026-09-01'))
    expect(await preview(other)).toMatchObject({ obstacle: '', goes: [`班主任等任职记录：${teacher.name}`] })
    await as(at.head, (ctx) => deleteClass(ctx, other))
    await expect(as(at.head, (ctx) => getClass(ctx, { id: other }))).rejects.toThrow('班级不存在')
  })

  it('shows a merged class on the days when it existed', async () => {
    const { gradeId, classIds: ids } = await run((ctx) => aGrade(ctx, at.other, { startYear: 2025, classes: 2 }))
    const [gone, stays] = ids as [string, string]
    await run((ctx) => closeClass(ctx, gone, { on: '2026-10-20', successorId: stays }))
    const on = async (day: string) =>
      (await treeOf(at.neighbour, day)).grades.find(({ id }) => id === gradeId)!.classes.map(({ id }) => id)
    expect(await on('2026-10-19')).toEqual([gone, stays])
    expect(await on('2026-10-20')).toEqual([stays])
    const merged = await as(at.neighbour, (ctx) => listClasses(ctx, { ...listed, state: 'merged' }))
    expect(merged.items).toMatchObject([{ id: gone, state: 'merged' }])
    await expect(run((ctx) => closeClass(ctx, gone, { on: '2026-11-01', successorId: null }))).rejects.toThrow('已撤销')
    await run((ctx) => reopenClass(ctx, gone))
    expect(await on('2026-10-20')).toEqual([gone, stays])
  })
})

describe('listing classes', () => {
  it('finds a class by its label and by its teacher', async () => {
    const { classIds: ids } = await run((ctx) => aGrade(ctx, at.other, { startYear: 2026, classes: 3 }))
    const wang = await run((ctx) => createStaffAt(ctx, at.other, '王小明'))
    const item = { classId: ids[1]!, userId: wang.userId }
    await as(at.neighbour, (ctx) => setClassTeachers(ctx, { items: [item], role: 'head', from: '2026-09-01' }))
    const found = async (keyword: string) =>
      (await as(at.neighbour, (ctx) => listClasses(ctx, { ...listed, keyword }))).items.map(({ id }) => id)
    for (const keyword of ['七(2)班', '七（2）', '七年级2班', '王小'])
      expect([keyword, await found(keyword)]).toEqual([keyword, [ids[1]]])
    expect(await found('没有')).toEqual([])
  })

  it('sorts classes as requested', async () => {
    const { gradeId, classIds: ids } = await run((ctx) =>
      aGrade(ctx, at.school, { stage: 2, startYear: 2023, classes: 3 }),
    )
    await as(at.head, (ctx) => sortClasses(ctx, ids.toReversed()))
    const tree = await treeOf(at.head)
    expect(tree.grades.find(({ id }) => id === gradeId)!.classes.map(({ id }) => id)).toEqual(ids.toReversed())
    await expect(as(at.neighbour, (ctx) => sortClasses(ctx, ids))).rejects.toThrow('班级不存在')
  })

  it('shows a class teacher the own class on the day, and a bureau no classes of its own', async () => {
    const { classIds: ids } = await run((ctx) => aGrade(ctx, at.school, { startYear: 2026, classes: 2 }))
    const [first, second] = ids as [string, string]
    const wang = await run((ctx) => createStaffAt(ctx, at.school))
    const give = (classId: string, userId: string | null, from: string) =>
      as(at.head, (ctx) => setClassTeachers(ctx, { items: [{ classId, userId }], role: 'head', from }))
    await give(first, wang.userId, '2026-09-01')
    await give(first, null, '2026-11-01')
    await give(second, wang.userId, '2026-11-01')
    const teacher = createTeacherActor(at.school, wang.userId)
    const seenOn = async (day: string) =>
      (await treeOf(teacher, day)).grades.flatMap(({ classes }) => classes.map(({ id }) => id))
    expect(await seenOn('2026-10-31')).toEqual([first])
    expect(await seenOn('2026-11-01')).toEqual([second])
    expect(await seenOn('2026-08-31')).toEqual([])
    const detail = (id: string, on: string) => as(teacher, (ctx) => getClass(ctx, { id, on }))
    expect((await detail(first, '2026-10-15')).class.teacherName).toBe(wang.name)
    await expect(detail(first, '2026-11-15')).rejects.toThrow('班级不存在')
    const list = await as(teacher, (ctx) => listClasses(ctx, listed))
    expect(list.items.map(({ id }) => id)).toEqual([second])
    await expect(treeOf(teacher, undefined, at.other.id)).rejects.toThrow('组织不存在')
    expect((await treeOf(at.chief)).grades).toEqual([])
    expect((await treeOf(at.chief, undefined, at.school.id)).grades.length).toBeGreaterThan(0)
    expect(await treeOf(createActor({ orgId: at.school.id }, { 'class.read': emptyScope }))).toMatchObject({
      grades: [],
    })
  })

  it('counts the pupils of the registered counter', async () => {
    const { classIds: ids } = await run((ctx) => aGrade(ctx, at.school, { stage: 2, startYear: 2018, classes: 1 }))
    database.contribute('pupilCounts', {
      ...pupilsIn(ids[0]!, 0),
      countByClass: async () => new Map([[ids[0]!, { males: 20, females: 21 }]]),
    })
    const { class: one } = await as(at.head, (ctx) => getClass(ctx, { id: ids[0]! }))
    expect(one).toMatchObject({ maleCount: 20, femaleCount: 21, totalCount: 41, state: 'graduated', leavesIn: 2024 })
  })
})

function pupilsIn(classId: string, count: number) {
  return {
    countByClass: async () => new Map(),
    countByGrade: async () => new Map(),
    countEverInClass: async (_: Ctx, id: string) => (id === classId ? count : 0),
    countInOrg: async () => 0,
    countByGroup: async () => new Map(),
  }
}
