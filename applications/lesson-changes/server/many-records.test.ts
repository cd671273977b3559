import { beforeAll, expect, it } from 'vitest'
import { addDays, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aCoveredSchool, buildCover } from '#engines/cover/server/example.ts'
import { insertSeedRows } from '#engines/cover/server/seed-queries.ts'
import {
  coverKinds,
  coverStatuses,
  type CoverKind,
  type CoverSource,
  type CoverStatus,
} from '#engines/cover/contract.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { coverRecords, recordParts } from './records.ts'

/** `pnpm proof cover-records --long` takes 6,000 legs and checks the seconds. */
const legs = Number(process.env['QIMING_COVER_LEGS'] ?? 300)
const isTimed = process.env['QIMING_COVER_TIMED'] === '1'

const database = useDatabase()
const now = new Date('2026-12-30T12:00:00+08:00')
const firstDay = '2026-09-01'
let office: Actor
let classId = ''
let teacher = ''
let subjectId = ''

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
async function timed<T>(what: string, limit: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`covers: ${legs} legs: ${what} ${seconds.toFixed(3)} s`)
  expect({ what, isQuick: !isTimed || seconds <= limit }).toEqual({ what, isQuick: true })
  return result
}

beforeAll(async () => {
  const { school } = await database.as(createActor(), twoSchools)
  const clerk = await database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  office = {
    ...clerk,
    permissions: new Map(['cover.read', 'cover.arrange'].map((code) => [code, orgTreeScope(school)])),
  }
  const taught = await as(office, (ctx) => aCoveredSchool(ctx, school))
  const people = [...taught.teachers.values()]
  ;[classId = ''] = taught.classIds
  teacher = people[1]!.personId
  subjectId = taught.subjectIds.get('数学')!
  const kinds = Object.keys(coverKinds) as CoverKind[]
  const statuses = Object.keys(coverStatuses) as CoverStatus[]
  const sources: CoverSource[] = ['sick', 'private', 'official', 'research', 'exchange', 'office']
  const covers = Array.from({ length: legs }, (_, at) =>
    buildCover(taught, {
      day: addDays(firstDay, at % 120),
      from: people[at % people.length]!.userId,
      to: people[(at + 1) % people.length]!.userId,
      kind: kinds[at % kinds.length]!,
      // Most are done.
      status: at % 3 === 0 ? statuses[(at / 3) % statuses.length]! : 'done',
      source: sources[at % sources.length]!,
      isBackfilled: at % 40 === 0,
      groupAt: at,
    }),
  )
  await as(office, (ctx) =>
    insertSeedRows(ctx.db, school.id, {
      requests: covers.map(({ request }) => request),
      legs: covers.map(({ leg }) => leg),
      asks: [],
    }),
  )
  await database.sql('analyze')
}, 120_000)

it('every filter of a term of covers is quick, and so is the export of all of them', async () => {
  const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 20 }
  const filters: Record<string, object> = {
    nothing: {},
    'the last page': { pageNumber: Math.ceil(legs / 20) },
    term: { term: 'current' },
    week: { week: '12' },
    days: { day: { from: '2026-10-01', to: '2026-10-31' } },
    kind: { kind: 'swap' },
    status: { status: 'lapsed' },
    grade: { grade: '3-1' },
    class: { class: classId },
    subject: { subject: subjectId },
    'teacher before': { fromTeacher: teacher },
    'teacher who covers': { toTeacher: teacher },
    source: { source: 'research' },
    'entered afterwards': { isBackfilled: true },
    name: { keyword: '老师' },
  }
  for (const [name, filter] of Object.entries(filters))
    await timed(`filter by ${name}`, 0.5, () =>
      as(office, (ctx) => coverRecords.list(ctx, { ...firstPage, ...filter } as never)),
    )
  const [source] = recordParts.exports
  const rows = await timed('export', 10, async () => {
    let count = 0
    let after: string | null = null
    const columns = source!.columns.map(({ key }) => key)
    do {
      const piece: Awaited<ReturnType<NonNullable<typeof source>['read']>> = await as(office, (ctx) =>
        source!.read(ctx, { keyword: '', orgId: null }, { columns, isWhole: false, after, limit: 500 }),
      )
      count += piece.rows.length
      after = piece.after
    } while (after !== null)
    return count
  })
  expect(rows).toBe(legs)
})
