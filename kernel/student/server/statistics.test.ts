import { beforeAll, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { readStatistics } from '#kernel/metric/server/statistics.ts'
import { writeStatisticsSheet } from '#kernel/metric/server/statistics-sheet.ts'
import { ensureTerms, setClassHeads } from '#kernel/schooling/server/api.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import type { RawAnswer, StatPageData } from '#packages/contract'
import { type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { manifest } from '../manifest.ts'
import type { StudentFilter } from '../contract.ts'
import { changeEnrolments, createStudents } from './api.ts'
import { aPupilRow } from './example.ts'
import { studentStatistics } from './service/statistics.ts'
import { searchChanges } from './service/students/student-changes.ts'
import { searchStudentsInDistrict } from './service/students/search-students.ts'
import { createClassTeacher, createManagedSchools, currentStudents, firstPage, on } from './students.fixture.ts'

const database = useDatabase()
const { as, sql } = database
const today = '2026-11-18'
const callAs = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, (ctx) => work(on(ctx, today)))
const read = (actor: Actor, query: { kind?: 'week' | 'month' | 'term'; on?: string } = {}) =>
  callAs(actor, (ctx) => readStatistics(ctx, { key: 'student', ...query }))

let people: Record<'chief' | 'head' | 'neighbour' | 'teacher' | 'observer', Actor>

beforeAll(async () => {
  database.app.manifests = [manifest]
  database.contribute('statistics', studentStatistics)
  const { tree, chief, head, neighbour } = await as(createActor(), createManagedSchools)
  const [a, b] = tree.grades.first.classIds as [string, string]
  const teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '周老师'))
  // Reads the pupils of the whole school, but may not open the page of changes.
  const observer = { ...head, permissions: new Map([['student.read', head.permissions.get('student.read')!]]) }
  people = { chief, head, neighbour, teacher, observer }
  const pupil = (classId: string | null, sex: '男' | '女') => aPupilRow(classOf(tree.grades.first, classId), { sex })
  await as(chief, async (ctx) => {
    await ensureTerms(on(ctx, today))
    await setClassHeads(ctx, [{ classId: a, userId: teacher.userId }], '2026-09-01')
    const ids = await createStudents(
      ctx,
      [
        ...['男', '女', '女', '女', '男'].map((sex) => pupil(a, sex as '男')),
        ...['男', '男', '男'].map((sex) => pupil(b, sex as '男')),
        aPupilRow(classOf(tree.grades.second), { sex: '女' }),
        aPupilRow(classOf(tree.otherGrades.first), { name: '邻校' }),
      ],
      { type: 'enrol' },
    )
    const arrive = (day: string, classId: string) =>
      createStudents(ctx, [{ ...pupil(classId, '女'), on: day }], { type: 'transfer-in', reason: '迁入' })
    await arrive('2026-10-12', a)
    await arrive('2026-10-28', b)
    await arrive('2026-11-10', b)
    const leave = (studentId: string, day: string) =>
      changeEnrolments(ctx, [{ studentId, type: 'transfer-out', on: day, reason: '迁出', to: null }])
    await leave(ids[0]!, '2026-11-05')
    await leave(ids[5]!, '2026-11-12')
  })
  // One change was undone afterwards.
  await sql(`update tenant.student_change set undone_at = now() where district_id = $1 and happens_on = '2026-11-12'`, [
    database.home,
  ])
})

/** How many rows the list behind a link has for this person: the filters of the address, as the page reads them. */
async function countList(actor: Actor, link: string): Promise<number> {
  const { pathname, searchParams } = new URL(link, 'http://localhost')
  const value = Object.fromEntries(searchParams)
  if (pathname === '/baseData/StudentChanges') {
    const [from, to] = value['days']!.split('~')
    const filter = { from, to, type: value['type'] as 'move', isUndone: value['state'] === 'undone', keyword: '' }
    return (await callAs(actor, (ctx) => searchChanges(ctx, { orgId: null, ...filter, ...firstPage }))).itemCount
  }
  expect(pathname).toBe('/baseData/Student')
  const [orgId = null, gradeId = null, classId = null] = value['node']?.split('/') ?? []
  const filter = { sex: value['sex'], bound: value['bound'], on: value['on'] } as Partial<StudentFilter>
  const search = { ...currentStudents, orgId, gradeId, classId, ...filter, ...firstPage }
  return (await callAs(actor, (ctx) => searchStudentsInDistrict(ctx, search))).itemCount
}

const listNumbers = ({ figures, charts }: StatPageData) => [
  ...figures.map(({ title, value, link }) => ({ what: title, value, link })),
  ...charts.flatMap(({ key, marks }) =>
    marks.flatMap(({ label, values, links }) =>
      values.map((value, at) => ({ what: `${key} ${label} ${at}`, value, link: links[at]! })),
    ),
  ),
]

it('shows no number without a list that has as many rows, for everybody and in every period', async () => {
  const { head, ...others } = people
  const reads = [
    [head, {}],
    [head, { kind: 'month', on: '2026-10-01' }],
    ...Object.values(others).map((actor) => [actor, { kind: 'week' }] as const),
  ] as const
  for (const [actor, query] of reads) {
    const numbers = listNumbers(await read(actor, query))
    expect(numbers.length).toBeGreaterThan(5)
    const linked = numbers.filter(({ link }) => link !== null)
    const counted = []
    for (const { what, link } of linked) counted.push({ what, link, value: await countList(actor, link!) })
    expect(counted).toEqual(linked.map(({ what, link, value }) => ({ what, link, value })))
  }
})

it('counts the pupils at the end of the period, and compares with as many days of the one before', async () => {
  const { figures, period } = await read(people.head)
  expect(period).toMatchObject({ label: '2026年11月', comparison: '比上月同期', previous: '2026-10-01', next: null })
  expect(figures.map(({ title, value, before }) => [title, value, before])).toEqual([
    // 9 at first, 3 came and 2 left; on 10-18 one had come.
    ['在校学生', 10, 10],
    ['转入', 1, 1],
    // That of 11-12 was undone, so it does not count.
    ['转出', 1, 0],
    ['家长未绑定', 10, null],
  ])
  const october = await read(people.head, { on: '2026-10-20' })
  expect(october.figures[0]).toMatchObject({ value: 11 })
  expect(october.period.comparison).toBe('比上月')
})

it('has a finding that is true of the marks', async () => {
  const { charts } = await read(people.head)
  const findings = Object.fromEntries(charts.map(({ key, finding }) => [key, finding]))
  expect(findings).toEqual({
    sexes: '一年级男女相差最多：男 3，女 6',
    bound: '家长已绑定 0%，一年级未绑定最多（9 人）',
    types: '本月 2 条异动，2 类各 1 条',
    transfers: '本月转入 1 人，转出 1 人，人数持平',
  })
  const { series, marks } = charts.at(-1)!
  expect(series).toEqual(['转入', '转出'])
  expect(marks.map(({ values }) => values.join())).toEqual([
    ...Array<string>(4).fill('0,0'),
    ...Array<string>(5).fill('0,1'),
    ...Array<string>(9).fill('1,1'),
  ])
})

it('counts only what the reader may list: the own class, the own school, all schools', async () => {
  const total = async (actor: Actor) => (await read(actor)).figures[0]!.value
  expect(await total(people.teacher)).toBe(5)
  expect(await total(people.neighbour)).toBe(1)
  expect(await total(people.chief)).toBe(11)
  expect((await read(people.chief)).charts[0]!.marks.map(({ label }) => label)).toContain('文澜小学')
  const nobody = { ...people.head, permissions: new Map() }
  await expect(read(nobody)).rejects.toMatchObject({ ret: -6 })
  const away = { ...people.chief, districtId: database.away }
  expect(await read(away)).toMatchObject({ figures: [], charts: [] })
})

it('links only to pages that the reader may open', async () => {
  const { figures } = await read(people.observer)
  expect(figures.map(({ title, link }) => [title, link !== null])).toEqual([
    ['在校学生', true],
    ['转入', false],
    ['转出', false],
    ['家长未绑定', true],
  ])
})

it('writes the same numbers as a spreadsheet: the page, or one chart', async () => {
  const { bytes } = (await callAs(people.head, (ctx) =>
    writeStatisticsSheet(ctx, { key: 'student' }),
  )) as unknown as RawAnswer
  const { sheets } = await readXlsx(bytes)
  expect(sheets.map(({ name }) => name)).toEqual([
    '概况',
    '在校学生',
    '家长绑定（现在）',
    '学籍异动',
    '累计转入转出',
    '导出信息',
  ])
  expect(sheets[0]!.rows[1]!.slice(0, 4)).toEqual(['在校学生', 10, '人', 0])
  expect(sheets[1]!.rows.slice(0, 2)).toEqual([
    ['范围', '男（人）', '女（人）'],
    ['一年级', 3, 6],
  ])
  const one = (await callAs(people.head, (ctx) =>
    writeStatisticsSheet(ctx, { key: 'student', chart: 'types' }),
  )) as unknown as RawAnswer
  expect((await readXlsx(one.bytes)).sheets.map(({ name }) => name)).toEqual(['学籍异动', '导出信息'])
})
