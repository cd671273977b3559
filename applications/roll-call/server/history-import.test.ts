import { beforeAll, expect, it } from 'vitest'
import { orgTreeScope, Ret, type Actor, type Ctx } from '#packages/core'
import { createRollWorld, monday } from '#engines/attendance/server/sessions/rolls.fixture.ts'
import { historyImport } from './history-import.ts'

const story = createRollWorld()
const { database, world, as, teacher, lessonAt, begin, save, pupil, marksOf } = story
const later = new Date('2026-11-20T20:00:00+08:00')
let clerk: Actor
let stranger: Actor
const of = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, later, work)
const periodOf = (at: number) => world.week.periods[at - 1]!.slotId
const row = (number: number, values: Record<string, string>) => ({
  row: number,
  accepted: [],
  values: {
    day: monday,
    period: periodOf(1),
    schoolNo: 'S01',
    name: '甲',
    status: 'sick',
    reason: '补交病假条',
    ...values,
  },
})

beforeAll(async () => {
  clerk = world.clerk
  const { neighbour, other } = world.week
  stranger = { ...neighbour, permissions: new Map([['roll.manage', orgTreeScope(other)]]) }
  const names = ['甲', '乙']
  for (const [at, name] of names.entries()) {
    await database.sql('update tenant.student set school_no = $2 where id = $1', [pupil(at), `S0${at + 1}`])
    await database.sql(
      'update tenant.person set name = $2 where id = (select person_id from tenant.student where id = $1)',
      [pupil(at), name],
    )
  }
  const lesson = await lessonAt(0, monday, 1)
  await save(teacher('语文'), lesson, begin(lesson), {
    submit: true,
    marks: [{ studentId: pupil(0), status: 'missing' }],
  })
})

it('says of every row why it cannot be entered, in words', async () => {
  const rows = [
    row(2, { schoolNo: 'S99' }),
    row(3, { name: '乙' }),
    row(4, { day: '2026-11-21' }),
    row(5, { day: '2025-11-01' }),
    // The second lesson of the class had no roll; in the third period it has no lesson.
    row(6, { period: periodOf(2) }),
    row(7, { period: periodOf(3) }),
    row(8, { status: 'missing' }),
    row(9, {}),
  ]
  const verdicts = await of(clerk, (ctx) => historyImport.examine(ctx, world.week.school.id, rows))
  expect(verdicts.map(({ issues, result }) => issues[0]?.message ?? result)).toEqual([
    '本校没有该学号的学生',
    '姓名与学号不符',
    '日期不能晚于今天',
    '只能补录一年内的考勤',
    '这节课没有提交点名，不能补录',
    '该学生这一节没有课',
    'same',
    'changed',
  ])
  const reason = historyImport.columns.find(({ key }) => key === 'reason')!
  expect([reason.check!('无'), reason.check!('补交病假条')]).toEqual(['请填写修改原因', undefined])
})

it('corrects submitted rolls, each change kept, and can be undone unless somebody changed it since', async () => {
  const { id: orgId } = world.week.school
  const lesson = await lessonAt(0, monday, 1)
  const statusOf = async (at: number) =>
    (await marksOf(lesson)).find(({ studentId }) => studentId === pupil(at))?.status ?? 'present'
  const rows = [row(2, {}), row(3, { schoolNo: 'S02', name: '乙', status: 'late', reason: '校门口登记' })]
  const effects = await of(clerk, async (ctx) => {
    const verdicts = await historyImport.examine(ctx, orgId, rows)
    return historyImport.apply(
      ctx,
      orgId,
      rows.map((one, at) => ({ ...one, verdict: verdicts[at]! })),
    )
  })
  expect([await statusOf(0), await statusOf(1)]).toEqual(['sick', 'late'])
  const amendments = await database.sql<{ source: string }>('select source from tenant.attendance_amendment')
  expect(amendments.map(({ source }) => source)).toEqual(['office', 'office'])
  const [counted] = (await of(clerk, (ctx) => historyImport.countByUnit(ctx, orgId))).values()
  expect(counted).toBe(2)

  const again = [row(2, { schoolNo: 'S02', name: '乙', status: 'present', reason: '登记有误' })]
  await of(clerk, async (ctx) => {
    const verdicts = await historyImport.examine(ctx, orgId, again)
    await historyImport.apply(
      ctx,
      orgId,
      again.map((one, at) => ({ ...one, verdict: verdicts[at]! })),
    )
  })
  const preview = await of(clerk, (ctx) => historyImport.previewUndo(ctx, orgId, effects))
  expect(preview).toEqual([
    { row: 2, keptReason: '' },
    { row: 3, keptReason: '已经再次修改' },
  ])
  expect(await of(clerk, (ctx) => historyImport.undo(ctx, orgId, effects))).toEqual(preview)
  expect([await statusOf(0), await statusOf(1)]).toEqual(['missing', 'present'])
})

it('another school is not there, nor for those who may not correct', async () => {
  const { id: orgId } = world.week.school
  for (const work of [
    (ctx: Ctx) => historyImport.loadContext(ctx, orgId),
    (ctx: Ctx) => historyImport.examine(ctx, orgId, [row(2, {})]),
    (ctx: Ctx) => historyImport.apply(ctx, orgId, []),
  ]) {
    await expect(of(stranger, work)).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(of(teacher('语文'), work)).rejects.toMatchObject({ ret: Ret.forbidden })
  }
  const { choices } = await of(clerk, (ctx) => historyImport.loadContext(ctx, orgId))
  expect(choices['status']!.map(({ title }) => title)).toContain('旷课')
  expect(choices['period']!.map(({ value }) => value)).toContain(periodOf(1))
})
