import { beforeAll, expect, it } from 'vitest'
import { emptyScope, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import type { ListQueryOf } from '#packages/contract'
import { createActor, exportAllColumns, useDatabase } from '#packages/testing'
import { aCover, aCoveredSchool, type ExampleCover } from '#engines/cover/server/example.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { coverRecord } from '../contract-records.ts'
import { coverRecordKind, coverRecords, recordParts } from './records.ts'

const database = useDatabase()
const now = new Date('2026-11-18T12:00:00+08:00')
let school: OrgNode
let office: Actor
let head: Actor
let classHead: Actor
let taught: Awaited<ReturnType<typeof aCoveredSchool>>

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
const give = (more: ExampleCover) => as(office, (ctx) => aCover(ctx, taught, more))
const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 50 }
type Query = Partial<ListQueryOf<typeof coverRecord>>
const list = async (actor: Actor, query: Query = {}) =>
  (await as(actor, (ctx) => coverRecords.list(ctx, { ...firstPage, ...query } as never))).items
const daysOf = async (actor: Actor, query: Query) => (await list(actor, query)).map(({ day }) => day)

beforeAll(async () => {
  ;({ school } = await database.as(createActor(), twoSchools))
  const hire = (name: string) =>
    database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name }))
  const can = (actor: Actor, codes: readonly string[], scope = orgTreeScope(school)) => ({
    ...actor,
    permissions: new Map(codes.map((code) => [code, scope])),
  })
  office = can(await hire('教务'), ['cover.read', 'cover.arrange', 'class.edit'])
  head = can(await hire('校长'), ['cover.read'])
  taught = await as(office, (ctx) => aCoveredSchool(ctx, school))
  const own = await hire('班主任')
  classHead = can(own, ['cover.read'], { ...emptyScope, classesOf: own.userId })
  const [classId = ''] = taught.classIds
  await as(office, (ctx) => setClassHeads(ctx, [{ classId, userId: own.userId }], '2026-09-01'))
  const [chinese, maths, english] = [taught.idOf('语文'), taught.idOf('数学'), taught.idOf('英语')]
  const ownGroup = taught.groups.findIndex((group) => group.classId === classId)
  const otherGroup = taught.groups.findIndex((group) => group.classId !== classId)
  const first = await give({ day: '2026-11-05', from: chinese, to: maths, status: 'superseded', groupAt: ownGroup })
  await give({ day: '2026-11-05', from: maths, to: english, previous: first, groupAt: ownGroup })
  await give({
    day: '2026-11-12',
    from: chinese,
    to: english,
    source: 'official',
    isBackfilled: true,
    groupAt: otherGroup,
  })
  await give({
    day: '2026-11-19',
    from: maths,
    to: english,
    status: 'effective',
    kind: 'supervise',
    groupAt: otherGroup,
  })
})

it('one row a leg, the newest first, with the names of the day', async () => {
  const rows = await list(office)
  expect(rows.map(({ day, status }) => `${day} ${status}`)).toEqual([
    '2026-11-19 effective',
    '2026-11-12 done',
    '2026-11-05 done',
    '2026-11-05 superseded',
  ])
  const [row] = rows
  expect(row).toMatchObject({ kind: 'supervise', credit: 100, isBackfilled: false, moved: '' })
  expect(row!.slot).toMatch(/^第12周 周四/)
  expect(row!.className).toMatch(/班$/)
})

it('the chain of a lesson is one line in the details', async () => {
  const row = (await list(office)).find(({ chainNo }) => chainNo === 2)!
  const detail = await as(office, (ctx) => coverRecords.get(ctx, { id: row.id }))
  const names = ['语文', '数学', '英语'].map((subject) => taught.teachers.get(subject)!)
  const people = await database.sql<{ name: string; id: string }>(
    `select p.name, m.id from tenant.membership m join tenant.person p on p.id = m.person_id where m.id = any($1)`,
    [names.map(({ userId }) => userId)],
  )
  expect(detail.chain).toBe(names.map(({ userId }) => people.find(({ id }) => id === userId)!.name).join('→'))
})

it('filters by term, week, grade, kind, state, teacher and entry afterwards', async () => {
  const english = taught.teachers.get('英语')!.personId
  expect(await daysOf(office, { kind: 'supervise' })).toEqual(['2026-11-19'])
  expect(await daysOf(office, { status: 'superseded' })).toEqual(['2026-11-05'])
  expect(await daysOf(office, { isBackfilled: true })).toEqual(['2026-11-12'])
  expect(await daysOf(office, { toTeacher: english })).toEqual(['2026-11-19', '2026-11-12', '2026-11-05'])
  expect(await daysOf(office, { fromTeacher: english })).toEqual([])
  expect(await daysOf(office, { day: { from: '2026-11-10', to: '2026-11-15' } })).toEqual(['2026-11-12'])
  expect(await daysOf(office, { term: 'current' })).toHaveLength(4)
  expect(await daysOf(office, { term: 'last' })).toEqual([])
  expect(await daysOf(office, { week: '11' })).toEqual(['2026-11-12'])
  const grades = await Promise.all(['3-1', '3-2', '3-3'].map((grade) => daysOf(office, { grade: grade as '3-1' })))
  expect(grades.flat()).toHaveLength(4)
  expect(grades.filter(({ length }) => length > 0)).toHaveLength(1)
})

it('only those who arrange lessons read why, or find rows by it', async () => {
  expect((await list(office)).map(({ source }) => source)).toEqual(['sick', 'official', 'sick', 'sick'])
  expect((await list(head)).map(({ source }) => source)).toEqual([null, null, null, null])
  expect(await daysOf(office, { source: 'official' })).toEqual(['2026-11-12'])
  expect(await daysOf(head, { source: 'official' })).toEqual([])
})

it('a class teacher reads the lessons of the own class', async () => {
  expect((await list(classHead)).map(({ day }) => day)).toEqual(['2026-11-05', '2026-11-05'])
})

it('the export has the rows of the filter, and the reason only for those who read it', async () => {
  const [source] = recordParts.exports
  const { lines } = await exportAllColumns(as, office, source!, { ...firstPage, isBackfilled: true } as never)
  expect(lines).toEqual([
    expect.objectContaining({ 日期: '2026-11-12', 来源: '公假或出差', 类型: '代课', 补登: '是', 状态: '已完成' }),
  ])
  const read = await exportAllColumns(as, head, source!, firstPage)
  expect(read.lines.map((line) => line['来源'])).toEqual(['', '', '', ''])
})

it('access can be explained for a row without saying why', async () => {
  const [found] = await as({ ...office, permissions: new Map([['role.read', orgTreeScope(school)]]) }, (ctx) =>
    coverRecordKind.find(ctx, ''),
  )
  expect(found!.title).toMatch(/^2026-11-19 .*课$/)
})
