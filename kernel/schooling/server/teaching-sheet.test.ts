import { beforeAll, describe, expect, it } from 'vitest'
import { newId, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { TeachingSheetForm, TeachingCell } from '../contract-teaching.ts'
import { createStaffAt, onDay, createSchools, type Schools, aGradeWithStaff } from './classes.fixture.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { copyTeaching } from './service/classes/copy-teaching.ts'
import { saveTeachingSheet } from './service/classes/save-teaching-sheet.ts'
import { listTeachingStaff, getTeachingMatrix } from './service/classes/teaching-matrix.ts'
import { ensureDefaultPeriods } from './service/time/timetable-periods.ts'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { listSubjectRows } from './subject-queries.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'
import { aGrade } from './example.ts'

type Cell = TeachingSheetForm['cells'][number]
type Person = Awaited<ReturnType<typeof createStaffAt>>

const database = useDatabase()
const as = onDay(database)
const tomorrow = onDay(database, new Date('2026-11-16T02:00:00Z'))
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
let at: Schools
let terms: { first: string; second: string }
let chinese: string
let mathematics: string

beforeAll(async () => {
  at = await run(createSchools)
  await run(async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const [second, first] = await listOrgTerms(ctx, at.school.id)
    terms = { first: first!.id, second: second!.id }
  })
  const subjects = await as(at.head, (ctx) => listSubjectRows(ctx.db, null))
  chinese = subjects.find(({ name }) => name === '语文')!.id
  mathematics = subjects.find(({ name }) => name === '数学')!.id
})

const lead = (person: Person, weekHours = 6) => ({ userId: person.userId, role: 'lead' as const, weekHours })
const helper = (person: Person) => ({ userId: person.userId, role: 'assistant' as const, weekHours: 0 })
const cell = (classId: string, subjectId: string, teachers: Cell['teachers'], version = ''): Cell => ({
  classId,
  subjectId,
  teachers,
  version,
})
const save = (cells: Cell[], actor: Actor = at.head, on: typeof as = as, termId = terms.first) =>
  on(actor, (ctx) => saveTeachingSheet(ctx, { termId, cells }))
const matrixOf = (gradeId: string | null, termId = terms.first, orgId: string | null = null, actor = at.head) =>
  as(actor, (ctx) => getTeachingMatrix(ctx, { termId, gradeId, orgId }))
const cellAt = async (gradeId: string, classId: string, subjectId: string, termId = terms.first) =>
  (await matrixOf(gradeId, termId)).cells.find((one) => one.classId === classId && one.subjectId === subjectId)!
const taught = ({ assignments }: TeachingCell) =>
  assignments.map(({ userId, role, startsOn }) => [userId, role, startsOn])
/** All rows of a cell, ended ones included. */
const rowsOf = (classId: string, subjectId: string) =>
  database.sql<{ user_id: string; role: string; valid: string }>(
    `select a.user_id, a.role, a.valid::text from tenant.teaching_assignment a
     join tenant.teaching_group g on g.id = a.group_id where g.class_id = $1 and g.subject_id = $2 order by a.valid`,
    [classId, subjectId],
  )

describe('saving a block of cells', () => {
  it('starts on the first day of the term and returns the new cells', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2026, people: 3 }))
    const [li, wang, zhao] = staff
    const [first, second] = ids as [string, string]
    const answer = await save([
      cell(first, chinese, [lead(li), helper(zhao)]),
      cell(first, mathematics, [lead(wang, 5)]),
      cell(second, chinese, [lead(li)]),
    ])
    expect(answer.changed).toBe(3)
    expect(answer.classes).toEqual([
      { id: first, hours: 11 },
      { id: second, hours: 6 },
    ])
    const read = await matrixOf(gradeId)
    expect(read.cells.filter(({ assignments }) => assignments.length > 0)).toEqual(expect.arrayContaining(answer.cells))
    expect(taught(answer.cells[0]!)).toEqual(
      expect.arrayContaining([
        [li.userId, 'lead', '2026-09-01'],
        [zhao.userId, 'assistant', '2026-09-01'],
      ]),
    )
    // Saving the same values with the returned version changes nothing.
    const again = answer.cells.map((one) => cell(one.classId, one.subjectId, one.assignments, one.version))
    expect(await save(again)).toMatchObject({ changed: 0, cells: answer.cells })
  })

  it('saves all cells or none', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2025, people: 2 }))
    const [li, wang] = staff
    const [first, second] = ids as [string, string]
    const stranger = await run((ctx) => createStaffAt(ctx, at.other))
    const beside = (wrong: Cell) => save([cell(first, chinese, [lead(li)]), wrong])
    await expect(beside(cell(second, chinese, [lead(stranger)]))).rejects.toThrow('人员不存在')
    await expect(beside(cell(second, newId(), [lead(wang)]))).rejects.toThrow('学科不存在')
    await expect(beside(cell(first, chinese, [lead(wang)]))).rejects.toThrow('同一格只能填写一次')
    await expect(beside(cell(second, chinese, [lead(li), lead(wang)]))).rejects.toThrow('八(2)班语文只能有一位主讲')
    await expect(beside(cell(second, chinese, [lead(li), helper(li)]))).rejects.toThrow('同一位教师只能写一次')
    const elsewhere = await run((ctx) => aGradeWithStaff(ctx, at.other, { startYear: 2025, people: 0 }))
    await expect(beside(cell(elsewhere.classIds[0]!, chinese, [lead(wang)]))).rejects.toThrow('班级不存在')
    await expect(save([cell(first, chinese, [lead(li)])], at.neighbour)).rejects.toThrow('班级不存在')
    const both = save([cell(first, chinese, []), cell(elsewhere.classIds[0]!, chinese, [])], at.chief)
    await expect(both).rejects.toThrow('一次只能安排一所学校的任课')
    expect(taught(await cellAt(gradeId, first, chinese))).toEqual([])
  })

  it('does not overwrite a concurrent change', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2024, people: 2 }))
    const [li, wang] = staff
    const [first, second] = ids as [string, string]
    await save([cell(first, chinese, [lead(li)])])
    const late = save([cell(second, chinese, [lead(wang)]), cell(first, chinese, [lead(wang)])])
    await expect(late).rejects.toThrow('数据已被他人修改')
    expect(taught(await cellAt(gradeId, second, chinese))).toEqual([])
    const bothAtOnce = await Promise.allSettled([li, wang].map((one) => save([cell(second, chinese, [lead(one)])])))
    expect(bothAtOnce.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('replaces what was entered today and changes from today on where somebody has taught', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2027, people: 2 }))
    const [li, wang] = staff
    const [first] = ids as [string, string]
    const { cells } = await save([cell(first, chinese, [lead(li)])])
    const mended = await save([cell(first, chinese, [lead(wang)], cells[0]!.version)])
    expect(taught(mended.cells[0]!)).toEqual([[wang.userId, 'lead', '2026-09-01']])
    const { version } = mended.cells[0]!
    const next = await save([cell(first, chinese, [lead(li)], version)], at.head, tomorrow)
    expect(taught(next.cells[0]!)).toEqual([[li.userId, 'lead', '2026-11-16']])
    expect((await rowsOf(first, chinese)).map(({ user_id: user, valid }) => [user, valid.slice(0, 22)])).toEqual([
      [wang.userId, '[2026-09-01,2026-11-16'],
      [li.userId, expect.stringMatching(/^\[2026-11-16,2027-0/)],
    ])
    // An undo on the same day restores the original rows.
    const back = await save([cell(first, chinese, [lead(wang)], next.cells[0]!.version)], at.head, tomorrow)
    expect(taught(back.cells[0]!)).toEqual([[wang.userId, 'lead', '2026-09-01']])
    expect(await rowsOf(first, chinese)).toHaveLength(1)
    expect(back.cells[0]!.version).toBe(version)
    const cleared = await save([cell(first, chinese, [], version)], at.head, tomorrow)
    expect(cleared).toMatchObject({ changed: 1, cells: [{ assignments: [], version: '' }], classes: [{ hours: 0 }] })
    expect(taught(await cellAt(gradeId, first, chinese))).toEqual([[wang.userId, 'lead', '2026-09-01']])
  })

  it('refuses cells with dates, which only the dialog can change', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2028, people: 2 }))
    const [li, wang] = staff
    const [first] = ids as [string, string]
    await save([cell(first, chinese, [lead(li)])])
    const form = { termId: terms.first, classIds: [first], groupId: null, subjectId: chinese }
    await as(at.head, (ctx) => assignTeacher(ctx, { ...form, ...lead(wang), from: '2026-12-01' }))
    const { version, isDated } = await cellAt(gradeId, first, chinese)
    expect(isDated).toBe(true)
    await expect(save([cell(first, chinese, [lead(wang)], version)])).rejects.toThrow(/语文有分段任课，请打开该格修改/)
  })

  it('starts with the membership of a new teacher and respects the weekly hours', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2029, people: 2 }))
    const [li, wang] = staff
    const [first] = ids as [string, string]
    await database.sql(`update tenant.membership set valid = daterange('2026-10-20', null) where id = $1`, [li.userId])
    const { cells } = await save([cell(first, chinese, [lead(li)])])
    expect(taught(cells[0]!)).toEqual([[li.userId, 'lead', '2026-10-20']])
    await run((ctx) => ensureDefaultPeriods(ctx, at.school.id))
    const full = save([cell(first, mathematics, [lead(wang, 39.5)])])
    await expect(full).rejects.toThrow(/周课时45\.5节，超过可排\d+节/)
    await database.sql(`update tenant.membership set valid = daterange('2020-08-01', '2026-11-01') where id = $1`, [
      wang.userId,
    ])
    await expect(save([cell(first, mathematics, [lead(wang)])])).rejects.toThrow('在2026-11-15不是本校教职工')
  })

  it('accepts only subjects that the stage has', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2035, people: 1 }))
    const kindergarten = await run((ctx) => aGrade(ctx, at.school, { stage: 1, startYear: 2026, classes: 1 }))
    const [first] = kindergarten.classIds as [string]
    const chemistry = (await as(at.head, (ctx) => listSubjectRows(ctx.db, null))).find(
      ({ name }) => name === '化学',
    )!.id
    await expect(save([cell(first, chemistry, [lead(staff[0])])])).rejects.toThrow('所在学段的学科')
    await database.sql(`update tenant.subject set is_disabled = true where id = $1`, [chemistry])
    await expect(save([cell(ids[0]!, chemistry, [lead(staff[0])])])).rejects.toThrow('化学已停用，不能再安排')
    await database.sql(`update tenant.subject set is_disabled = false where id = $1`, [chemistry])
  })
})

describe('a whole school', () => {
  it('is one table of all its grades and of no other school', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2030, people: 1 }))
    const younger = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2032, people: 0 }))
    const all = await matrixOf(null)
    expect(all.classes.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids, ...younger.classIds]))
    expect(new Set(all.classes.map(({ gradeId }) => gradeId)).size).toBeGreaterThan(1)
    expect(all.groups).toEqual([])
    const named = await matrixOf(null, terms.first, at.school.id, at.chief)
    expect(named.classes).toEqual(all.classes)
    await expect(matrixOf(null, terms.first, at.school.id, at.neighbour)).rejects.toThrow('组织不存在')
    const people = await as(at.head, (ctx) => listTeachingStaff(ctx, null))
    expect(people).toContainEqual({
      id: staff[0].userId,
      name: staff[0].name,
      subject: '',
      pinyin: expect.stringContaining('jiaoshi'),
      initials: expect.stringContaining('js'),
    })
    await expect(as(at.neighbour, (ctx) => listTeachingStaff(ctx, at.school.id))).rejects.toThrow('组织不存在')
  })
})

describe('copying to the next term', () => {
  const copy = (gradeId: string | null, from = terms.first, to = terms.second) =>
    as(at.head, (ctx) => copyTeaching(ctx, { fromTermId: from, toTermId: to, gradeId, orgId: null }))

  it('copies the end of the last term into empty cells, lists what it skipped, and can be undone', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2031, people: 4 }))
    const [li, wang, zhao, gone] = staff
    const [first, second] = ids as [string, string]
    await save([
      cell(first, chinese, [lead(li)]),
      cell(second, chinese, [lead(wang), helper(li)]),
      cell(first, mathematics, [lead(gone)]),
    ])
    await save([cell(first, chinese, [lead(zhao)])], at.head, as, terms.second)
    await database.sql(`update tenant.membership set valid = daterange('2020-08-01', '2027-01-01') where id = $1`, [
      gone.userId,
    ])
    const answer = await copy(gradeId)
    expect(answer).toMatchObject({ changed: 1, classes: [{ id: second, hours: 6 }] })
    expect(answer.left).toEqual({
      people: [{ label: expect.stringContaining('1'), subjectName: '数学', teacherName: gone.name }],
      classes: [],
      subjects: [],
      taken: 1,
    })
    expect(await copy(gradeId)).toMatchObject({ changed: 0, cells: [], left: { taken: 2 } })
    const next = (classId: string, subjectId: string) => cellAt(gradeId, classId, subjectId, terms.second)
    expect(taught(await next(first, chinese)).map(([userId]) => userId)).toEqual([zhao.userId])
    expect(taught(await next(second, chinese))).toHaveLength(2)
    const undone = answer.cells.map(({ classId, subjectId, version }) => cell(classId, subjectId, [], version))
    await save(undone, at.head, as, terms.second)
    expect(await rowsOf(second, chinese)).toHaveLength(2) // those of the first term
    await expect(copy(gradeId, terms.second, terms.first)).rejects.toThrow('只能复制更早学期的任课')
  })

  it('skips closed classes and subjects that are no longer taught', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2034, people: 1 }))
    const [li] = staff
    const [first, second] = ids as [string, string]
    await save([
      cell(first, chinese, [lead(li)]),
      cell(second, chinese, [lead(li)]),
      cell(second, mathematics, [lead(li)]),
    ])
    await database.sql(`update tenant.school_class set closed_on = '2027-02-01' where id = $1`, [first])
    await database.sql(`update tenant.subject set is_disabled = true where id = $1`, [mathematics])
    const { changed, left } = await copy(gradeId)
    await database.sql(`update tenant.subject set is_disabled = false where id = $1`, [mathematics])
    expect(changed).toBe(1)
    expect(left).toEqual({ people: [], classes: [expect.stringContaining('1')], subjects: ['数学'], taken: 0 })
  })

  it('copies a whole school', async () => {
    const school = await run(async (ctx) => {
      const { classIds: ids } = await aGrade(ctx, at.other, { startYear: 2026, classes: 2 })
      return { ids, li: await createStaffAt(ctx, at.other) }
    })
    const [first, second] = school.ids as [string, string]
    await save([cell(first, chinese, [lead(school.li)]), cell(second, chinese, [lead(school.li)])], at.neighbour)
    const whole = { fromTermId: terms.first, toTermId: terms.second, gradeId: null }
    const foreign = as(at.head, (ctx) => copyTeaching(ctx, { ...whole, orgId: at.other.id }))
    await expect(foreign).rejects.toThrow('组织不存在')
    const answer = await as(at.chief, (ctx) => copyTeaching(ctx, { ...whole, orgId: at.other.id }))
    expect(answer).toMatchObject({ changed: 2, left: { people: [], classes: [], subjects: [], taken: 0 } })
  })
})
