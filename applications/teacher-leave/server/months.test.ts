import { sql as selectRows } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { listDays, newId, type Actor, type Ctx } from '#packages/core'
import type { SheetRow } from '#packages/sheet'
import { useDatabase } from '#packages/testing'
import { manifest as access } from '#kernel/access/manifest.ts'
import { aUserWithRoles } from '#kernel/access/server/example.ts'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { aMembership, aTeacher } from '#kernel/staff/server/example.ts'
import { manifest } from '../manifest.ts'
import { createBooks, insertLeave, insertStaff, on, type Books } from './books.fixture.ts'
import { historyImport } from './history-import.ts'
import { closeMonth, openMonth, remindToClose, requireOpenMonths } from './months.ts'
import { moveToOrg } from './org-contents-queries.ts'
import { countAwayToday, leaveStatistics } from './statistics.ts'
import { attendanceExport, getSummary, listSummaryDays } from './summary.ts'

const database = useDatabase()
const { as, sql, home } = database
let books: Books
beforeAll(async () => {
  database.app.manifests = [access, manifest]
  books = await createBooks(database)
})
const today = '2026-11-18'
const at = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, (ctx) => work(on(ctx, today)))
const query = { orgId: null, within: 'own', period: 'month', day: '2026-09-15', keyword: '', userId: null } as const
const firstPage = { pageNumber: 1, pageSize: 200 }
const summarise = (actor: Actor, more: Partial<Parameters<typeof getSummary>[1]> = {}) =>
  at(actor, (ctx) => getSummary(ctx, { ...query, ...firstPage, ...more }))

it('imports leave of before: overlaps and closed months are named, and the undo takes back what nobody changed', async () => {
  const { clerk, other, typeOf } = books
  const school = other
  const keeper = await as(clerk, (ctx) =>
    aTeacher(ctx, { at: school, name: '补录员', since: '2025-09-01', can: ['leave.manage', 'leave.close'] }),
  )
  const [one] = await insertStaff(database, school.id, 2, '旧教师')
  const sick = typeOf('病假')
  const rowOf = (row: number, values: Record<string, string>): SheetRow => ({
    row,
    values: { name: '旧教师1', type: sick, startsOn: '2026-03-02', endsOn: '2026-03-03', ...values },
    accepted: [],
  })
  const rows = [
    rowOf(2, { endHalf: 'am', reason: '感冒' }),
    rowOf(3, { startsOn: '2026-03-03' }),
    rowOf(4, { name: '旧教师2' }),
    rowOf(5, { name: '旧教师2', startsOn: today, endsOn: today }),
    rowOf(6, { name: '补录员' }),
    rowOf(7, { name: '没有此人' }),
    rowOf(8, { name: '旧教师2', startsOn: '2026-02-02', endsOn: '2026-02-02' }),
  ]
  await at(keeper, (ctx) => closeMonth(ctx, { orgId: school.id, month: '2026-02' }))
  const examine = (some: readonly SheetRow[]) => at(keeper, (ctx) => historyImport.examine(ctx, school.id, some))
  const verdicts = await examine(rows)
  expect(verdicts.map(({ issues }) => issues.map(({ message }) => message))).toEqual([
    [],
    ['与第2行重叠'],
    [],
    ['只导入已经结束的请假'],
    ['不能导入本人的请假，请由其他管理员办理'],
    ['本单位在岗人员中没有“没有此人”'],
    [expect.stringContaining('考勤已结账')],
  ])
  const good = [0, 2].map((index) => ({ ...rows[index]!, verdict: verdicts[index]! }))
  const effects = await at(keeper, (ctx) => historyImport.apply(ctx, school.id, good))
  const daysOf = () =>
    sql<{ days: number }>(
      `select coalesce(sum(counted), 0)::int as days from tenant.leave_day where person_id = $1 and status = 'in-force'`,
      [one!.personId],
    )
  expect(await daysOf()).toEqual([{ days: 150 }])
  // The same sheet again finds its rows, and another one the overlap.
  expect((await examine([rows[0]!, rows[1]!])).map(({ result, issues }) => [result, issues.length])).toEqual([
    ['same', 0],
    ['new', 1],
  ])
  await sql(`update tenant.leave_request set updated_at = now() where id = $1`, [effects[1]!.id])
  const undo = (how: 'previewUndo' | 'undo') => at(keeper, (ctx) => historyImport[how](ctx, school.id, effects))
  const expected = [
    { row: 2, keptReason: '' },
    { row: 4, keptReason: '已经修改、作废或转到他人名下' },
  ]
  expect(await undo('previewUndo')).toEqual(expected)
  expect(await undo('undo')).toEqual(expected)
  expect(await daysOf()).toEqual([{ days: 0 }])
  await expect(at(books.clerk, (ctx) => historyImport.examine(ctx, school.id, rows))).rejects.toMatchObject({ ret: -6 })
})

it('a transfer on the 16th splits September between the two schools', async () => {
  const { teacher: person, clerk, otherClerk, school, other, typeOf } = books
  await sql(`update tenant.membership set valid = daterange('2025-09-01', '2026-09-16') where id = $1`, [person.userId])
  const memberId = await as(clerk, (ctx) => aMembership(ctx, person.personId, { at: other, since: '2026-09-16' }))
  const typeId = typeOf('病假')
  await insertLeave(database, { person, orgId: school.id, typeId, days: ['2026-09-14', '2026-09-15'] })
  await insertLeave(database, {
    person: { ...person, userId: memberId },
    orgId: other.id,
    typeId,
    days: listDays('2026-09-16', '2026-09-18'),
  })
  const before = await summarise(clerk)
  const after = await summarise(otherClerk)
  const find = (summary: typeof before) => summary.rows.items.find(({ name }) => name === '王芳')
  expect(find(before)).toMatchObject({ amounts: [{ typeId, amount: 2 }], absentDays: 2, workDays: 11 })
  expect(find(after)).toMatchObject({ userId: memberId, amounts: [{ typeId, amount: 3 }], workDays: 11 })
  expect((await summarise(clerk, { userId: person.userId })).rows.items).toHaveLength(1)
  // In the month after she is in one of them only.
  expect(find(await summarise(clerk, { day: '2026-10-15' }))).toBeUndefined()
  const days = (actor: Actor, userId: string) =>
    at(actor, (ctx) => listSummaryDays(ctx, { userId, from: '2026-09-01', to: '2026-09-30', typeId: null }))
  expect((await days(clerk, person.userId)).map(({ day, counted }) => [day, counted])).toEqual([
    ['2026-09-14', 0.5],
    ['2026-09-14', 0.5],
    ['2026-09-15', 0.5],
    ['2026-09-15', 0.5],
  ])
  await expect(days(clerk, memberId)).rejects.toMatchObject({ message: '人员不存在' })
})

it('a closed month refuses every change of its days; opening it again is logged with the reason', async () => {
  const { clerk, otherClerk, colleague, school, other, typeOf } = books
  const month = '2026-09'
  const close = (actor = clerk, orgId: string | null = null) => at(actor, (ctx) => closeMonth(ctx, { orgId, month }))
  const touch = (orgId: string, ...days: string[]) => at(colleague, (ctx) => requireOpenMonths(ctx, orgId, days))
  const request = { person: colleague, orgId: school.id, typeId: typeOf('事假'), days: ['2026-09-21'] }
  const waiting = await insertLeave(database, { ...request, status: 'running' })
  await expect(close()).rejects.toMatchObject({ message: '2026-09还有1条请假未处理完，不能结账' })
  await sql(`update tenant.leave_request set status = 'recalled' where id = $1`, [waiting])
  await expect(close(otherClerk, school.id)).rejects.toMatchObject({ message: '单位不存在' })
  await close()
  await expect(close()).rejects.toMatchObject({ message: '2026-09考勤已结账' })
  await expect(at(clerk, (ctx) => closeMonth(ctx, { orgId: null, month: '2026-11' }))).rejects.toMatchObject({
    message: '2026-11还没有结束，不能结账',
  })
  await expect(touch(school.id, '2026-08-31', '2026-09-01')).rejects.toMatchObject({
    message: '2026-09考勤已结账，请联系考勤管理员',
  })
  await touch(other.id, '2026-09-01')
  await touch(school.id, '2026-10-01')
  const reason = '补录一条漏报的公假'
  await at(clerk, (ctx) => openMonth(ctx, { orgId: null, month, reason }))
  await touch(school.id, '2026-09-01')
  const { month: state, mayClose } = await summarise(clerk)
  expect(mayClose).toBe(true)
  expect(state).toMatchObject({ isClosed: false, open: 0 })
  expect(state!.log.map(({ isClosed, by, reason: why }) => [isClosed, by, why])).toEqual([
    [false, '考勤员', reason],
    [true, '考勤员', ''],
  ])
})

it('the summary of 138 staff, and the export of 40 schools, equal the sum of their half-days', async () => {
  const { chief, clerk, school, bureau, typeOf } = books
  const kinds = ['事假', '病假', '公假'].map(typeOf)
  const giveLeave = async (people: Awaited<ReturnType<typeof insertStaff>>, orgId: string) => {
    const rows = people.flatMap((person, index) =>
      index % 3 === 0 ? [] : [{ ...person, request: newId(), typeId: kinds[index % 3]!, from: 1 + (index % 20) }],
    )
    await sql(
      `insert into tenant.leave_request (district_id, id, org_id, person_id, member_id, type_id, starts_on, start_half,
         ends_on, end_half, amount, calendar_days, reason, status, created_at, updated_at)
       select $1, r.request, $2, r."personId", r."userId", r."typeId", date '2026-10-01' + r.from, 'am',
         date '2026-10-01' + r.from + 2, 'am', 250, 3, '\\x00', 'closed', now(), now()
       from jsonb_to_recordset($3::jsonb) as r(request uuid, "personId" uuid, "userId" uuid, "typeId" uuid, "from" int)`,
      [home, orgId, JSON.stringify(rows)],
    )
    await sql(
      `insert into tenant.leave_day (district_id, request_id, day, half, person_id, org_id, type_id, day_type, counted, status)
       select $1, r.request, date '2026-10-01' + r.from + n / 2, case n % 2 when 0 then 'am' else 'pm' end, r."personId",
         $2, r."typeId", 'work', 50, 'in-force'
       from jsonb_to_recordset($3::jsonb) as r(request uuid, "personId" uuid, "typeId" uuid, "from" int),
         generate_series(0, 4) as n`,
      [home, orgId, JSON.stringify(rows)],
    )
  }
  await giveLeave(await insertStaff(database, school.id, 135, '教师'), school.id)
  const schools = Array.from({ length: 38 }, newId)
  await sql(
    `insert into tenant.organisation (district_id, id, parent_id, path, name, type, created_at, updated_at)
     select $1, o, $2, (p.path::text || '.' || replace(o::text, '-', ''))::ltree, '第' || n || '小学', 'school', now(), now()
     from unnest($3::uuid[]) with ordinality as x(o, n), tenant.organisation p where p.id = $2`,
    [home, bureau.id, schools],
  )
  for (const id of schools) await giveLeave(await insertStaff(database, id, 100, '职工'), id)
  // As autovacuum does it.
  await sql('analyze tenant.person, tenant.membership, tenant.organisation, tenant.leave_day')
  const october = { day: '2026-10-15' }
  await summarise(clerk, october)
  const started = performance.now()
  const summary = await summarise(clerk, october)
  const summarySeconds = (performance.now() - started) / 1000
  expect(summary.rows.itemCount).toBe(137)
  const [sum] = await sql<{ amount: number }>(
    `select sum(counted)::int as amount from tenant.leave_day where org_id = $1 and status = 'in-force'
     and day between '2026-10-01' and '2026-10-31'`,
    [school.id],
  )
  const add = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  expect(add(summary.totals.map(({ amount }) => amount)) * 100).toBe(sum!.amount)
  expect(add(summary.rows.items.flatMap(({ amounts }) => amounts.map(({ amount }) => amount))) * 100).toBe(sum!.amount)

  const exportStarted = performance.now()
  const rows = await at(chief, (ctx) => exportAll(ctx))
  const exportSeconds = (performance.now() - exportStarted) / 1000
  console.log(
    `leave summary: 137 people ${summarySeconds.toFixed(2)} s, export of ${rows.length} people ${exportSeconds.toFixed(2)} s`,
  )
  expect(rows.length).toBe(await at(chief, (ctx) => attendanceExport.count(ctx, districtOctober)))
  const [all] = await sql<{ amount: number }>(
    `select sum(counted)::int as amount from tenant.leave_day where status = 'in-force'
     and day between '2026-10-01' and '2026-10-31'`,
  )
  expect(add(rows.flatMap((row) => row.map(Number)))).toBe(all!.amount / 100)
  // Three times the goals, on a busy machine too.
  expect(summarySeconds).toBeLessThan(3)
  expect(exportSeconds).toBeLessThan(45)
})

const districtOctober = { ...query, within: 'below', day: '2026-10-15' } as const
async function exportAll(ctx: Ctx) {
  const all: (readonly (string | number | null)[])[] = []
  let after: string | null = null
  do {
    const columns = ['personal', 'sick', 'official']
    const read: Awaited<ReturnType<typeof attendanceExport.read>> = await attendanceExport.read(ctx, districtOctober, {
      columns,
      isWhole: false,
      after,
      limit: 1000,
    })
    all.push(...read.rows)
    after = read.after
  } while (after !== null)
  return all
}

it('the attendance sheet counts leave by the hour in days', async () => {
  const { colleague: person, clerk, school, typeOf } = books
  await insertLeave(database, { person, orgId: school.id, typeId: typeOf('哺乳假'), days: ['2026-08-03'] })
  const august = { ...query, day: '2026-08-15' }
  const request = { columns: ['name', 'nursing'], isWhole: false, after: null, limit: 1000 }
  const { rows } = await at(clerk, (ctx) => attendanceExport.read(ctx, august, request))
  expect(rows).toContainEqual(['李强', 0.125])
  expect(attendanceExport.columns.find(({ key }) => key === 'nursing')?.title).toBe('哺乳假（天）')
})

it('reminds whoever closes the attendance on the first and the third working day, until it is closed', async () => {
  const { clerk, school } = books
  const remind = (day: string) => as(clerk, (ctx) => remindToClose(on(ctx, day, '09:05')))
  const count = async () =>
    (
      await sql(`select from tenant.message_batch where template = 'leave.close-month' and subject_id = $1`, [
        school.id,
      ])
    ).length
  await as(clerk, async (ctx) => {
    await createTemplateRoles(ctx)
    await aUserWithRoles(ctx, ['hr'], { at: school, since: '2025-09-01', hasAccount: true, can: [] })
  })
  // Sunday, Monday to Wednesday: the second working day reminds of nothing.
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']) await remind(day)
  expect(await count()).toBe(2)
  // In the month before the job was down on the first working day, and on the third.
  for (const [day, sent] of [
    ['2026-09-02', 3],
    ['2026-09-04', 4],
    ['2026-09-07', 4],
  ] as const) {
    await remind(day)
    expect(await count()).toBe(sent)
  }
  await at(clerk, (ctx) => closeMonth(ctx, { orgId: null, month: '2026-10' }))
  await remind('2026-11-05')
  expect(await count()).toBe(4)
})

it('a merged school brings its leave, but neither its closed months nor types that replace others', async () => {
  const { clerk, teacher, school, other } = books
  await sql(
    `insert into tenant.leave_type (district_id, id, org_id, name, kind, unit, includes_holidays, is_paid, needs_balance,
       counts_in_attendance, is_disabled, created_at, updated_at)
     select $1, gen_random_uuid(), o, n, 'personal', 'half-day', false, false, false, true, false, now(), now()
     from unnest($2::uuid[]) as o, unnest($3::text[]) as n`,
    [home, [school.id, other.id], ['事假', '某某学校教师专用事假（一）', '某某学校教师专用事假（二）']],
  )
  const months = () => sql('select org_id, month from tenant.leave_month order by id')
  const before = await months()
  expect(before).not.toEqual([])
  const leave = await insertLeave(database, {
    person: teacher,
    orgId: school.id,
    typeId: books.typeOf('病假'),
    days: ['2026-12-01'],
  })
  const undone = new Error('undone')
  const merged = as(clerk, async (ctx) => {
    await moveToOrg(ctx.db, school.id, other.id)
    const { rows: types } =
      await selectRows`select name, is_disabled as "isDisabled" from leave_type where org_id = ${other.id}
      order by is_disabled, name`.execute(ctx.db)
    const { rows: moved } = await selectRows`select org_id from leave_request where id = ${leave}`.execute(ctx.db)
    const { rows: kept } = await selectRows`select org_id, month from leave_month order by id`.execute(ctx.db)
    expect(moved).toEqual([{ org_id: other.id }])
    expect(kept).toEqual(before)
    expect(types).toHaveLength(6)
    expect(types.slice(3)).toEqual([
      { name: '事假（实验小学）', isDisabled: true },
      { name: '某某学校教师专（实验小学）', isDisabled: true },
      { name: '某某学校教师专（实验小学）2', isDisabled: true },
    ])
    throw undone
  })
  await expect(merged).rejects.toBe(undone)
})

it('statistics count the days of the scope by kind, part and day', async () => {
  const period = {
    kind: 'month',
    name: '2026年10月',
    from: '2026-10-01',
    to: '2026-10-31',
    before: { from: '2026-09-01', to: '2026-09-30' },
    steps: listDays('2026-10-01', '2026-10-31').map((day) => ({ label: day.slice(5), from: day, to: day })),
  } as const
  const counted = await at(books.clerk, (ctx) => leaveStatistics.count(ctx, period))
  const days = counted!.figures.find(({ metric }) => metric === 'leave.days')!
  expect(days.value).toBe(225)
  expect(days.before).toBe(2)
  const [kinds, parts, trend] = counted!.charts
  expect(Object.fromEntries(kinds!.marks.map(({ label, values }) => [label, values[0]]))).toEqual({
    病假: 112.5,
    公假: 112.5,
  })
  expect(parts!.of).toBe('部门')
  expect(trend!.marks.reduce((sum, { values }) => sum + values[0]!, 0)).toBe(225)
  const away = await as(books.chief, (ctx) => countAwayToday(on(ctx, '2026-10-09')))
  // The leave of the export: of 40 schools, one of 90 people first.
  expect(away.units).toHaveLength(39)
  expect(away.units.map(({ people }) => people)).toEqual(
    away.units.map(({ people }) => people).toSorted((a, b) => b - a),
  )
  expect(away.people).toBe(away.units.reduce((sum, { people }) => sum + people, 0))
  const ofSchool = await as(books.clerk, (ctx) => countAwayToday(on(ctx, '2026-10-09')))
  expect(ofSchool.units).toEqual(away.units.filter(({ id }) => id === books.school.id))
  const ofDistrict = await at(books.chief, (ctx) => leaveStatistics.count(ctx, period))
  expect(ofDistrict!.charts[1]!.of).toBe('单位')
})
