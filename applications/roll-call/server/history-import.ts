import { addDays, dayOf, notFound, orNotFound, scopeOf, type Ctx } from '#packages/core'
import type {
  CheckedRow,
  ImportEffect,
  ImportTarget,
  RowVerdict,
  SheetColumn,
  SheetRow,
  UndoResult,
} from '#packages/sheet'
import { amendRoll } from '#engines/attendance/server/api.ts'
import { attendanceStatuses, markStatuses, type MarkStatus } from '#engines/attendance/contract.ts'
import { listPeriodsOfSchool } from '#engines/timetable/server/api.ts'
import { findUnitById, isOrgInScope } from '#kernel/org/server/api.ts'
import {
  countMarksOfOrg,
  listLessonsOfPupils,
  listPupilsByNumber,
  listRollsOfPupils,
  type NumberedPupil,
  type RolledPupil,
} from './history-queries.ts'

const columns: readonly SheetColumn[] = [
  { key: 'day', title: '日期', kind: 'date', isRequired: true, example: '2026-11-16' },
  { key: 'period', title: '节次', kind: 'choice', isRequired: true },
  { key: 'schoolNo', title: '学号', kind: 'text', max: 30, isRequired: true, synonyms: ['校内学号'] },
  { key: 'name', title: '姓名', kind: 'text', max: 50, isRequired: true, isName: true },
  { key: 'status', title: '状态', kind: 'choice', isRequired: true, synonyms: ['考勤状态'] },
  { key: 'reason', title: '原因', kind: 'text', max: 100, isRequired: true, check: checkReason },
]

/** The office corrects as far back as a school year. */
const daysBack = 366
const undoReason = '撤销补录'

function checkReason(value: string): string | undefined {
  return value.trim().length < 2 ? '请填写修改原因' : undefined
}

async function requireSchool(ctx: Ctx, orgId: string) {
  const org = orNotFound(await findUnitById(ctx, orgId), '单位')
  if (!(await isOrgInScope(ctx.db, scopeOf(ctx, 'roll.manage'), org.id))) throw notFound('单位')
  return org
}

interface Loaded {
  pupils: ReadonlyMap<string, NumberedPupil>
  rolls: ReadonlyMap<string, RolledPupil>
  lessons: ReadonlySet<string>
  today: string
}
const keyOf = (one: { studentId: string; day: string; periodId: string }): string =>
  `${one.studentId} ${one.day} ${one.periodId}`

/** The record of a row: the state of a pupil in a roll, which stays where it is when its lesson is moved. */
const idOf = (sessionId: string, studentId: string): string => `${sessionId} ${studentId}`

async function loadRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<Loaded> {
  const numbers = [...new Set(rows.flatMap(({ values }) => values['schoolNo'] ?? []))]
  const pupils = new Map(
    (await listPupilsByNumber(ctx.db, orgId, numbers)).map((pupil) => [pupil.schoolNo, pupil] as const),
  )
  const days = [...new Set(rows.flatMap(({ values }) => values['day'] ?? []))]
  const of = { days, studentIds: [...pupils.values()].map(({ id }) => id) }
  const rolls = await listRollsOfPupils(ctx.db, orgId, of)
  const lessons = await listLessonsOfPupils(ctx.db, orgId, of)
  return {
    pupils,
    rolls: new Map(rolls.map((roll) => [keyOf(roll), roll])),
    lessons: new Set(lessons.map(keyOf)),
    today: dayOf(ctx.now),
  }
}

/** The roll that a row is about, or why there is none. */
function findRoll({ pupils, rolls, lessons, today }: Loaded, { values }: SheetRow) {
  const [day, periodId] = [values['day']!, values['period']!]
  const issue = (column: string, code: string, message: string) => ({ issue: { column, code, message } })
  const pupil = pupils.get(values['schoolNo']!)
  if (!pupil) return issue('schoolNo', 'unknown', '本校没有该学号的学生')
  if (pupil.name !== values['name']) return issue('name', 'other-name', '姓名与学号不符')
  if (day > today) return issue('day', 'future', '日期不能晚于今天')
  if (day < addDays(today, -daysBack)) return issue('day', 'too-old', '只能补录一年内的考勤')
  const key = keyOf({ studentId: pupil.id, day, periodId })
  const roll = rolls.get(key)
  if (roll?.status) return { roll, status: roll.status, pupil }
  // A single entry must not make everybody else of the lesson present.
  return lessons.has(key)
    ? issue('period', 'no-roll', '这节课没有提交点名，不能补录')
    : issue('period', 'no-lesson', '该学生这一节没有课')
}

function examineRow(loaded: Loaded, row: SheetRow): RowVerdict {
  const base = { keys: [], changes: [], mark: '', unit: '', id: null }
  const found = findRoll(loaded, row)
  if ('issue' in found) return { ...base, issues: [found.issue], result: 'new' }
  const { roll, status, pupil } = found
  const wanted = row.values['status'] as MarkStatus
  return {
    issues: [],
    // A pupil has one state in a lesson.
    keys: [{ column: 'name', value: keyOf({ ...roll, studentId: pupil.id }) }],
    result: status === wanted ? 'same' : 'changed',
    id: idOf(roll.sessionId, pupil.id),
    changes: status === wanted ? [] : [{ column: 'status', before: attendanceStatuses[status].label }],
    mark: status,
    unit: '',
  }
}

interface Before {
  lessonId: string
  sessionId: string
  day: string
  studentId: string
  status: MarkStatus
  minutes: number | null
}

async function applyRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportEffect[]> {
  await requireSchool(ctx, orgId)
  const loaded = await loadRows(ctx, orgId, rows)
  const changes = rows.flatMap((row) => {
    const found = findRoll(loaded, row)
    if ('issue' in found) throw new Error('the row was examined in this transaction')
    const { roll, status, pupil } = found
    const before: Before = {
      lessonId: roll.lessonId,
      sessionId: roll.sessionId,
      day: roll.day,
      studentId: pupil.id,
      status,
      minutes: roll.minutes,
    }
    const to = row.values['status'] as MarkStatus
    return to === status ? [] : [{ row: row.row, before, to, reason: row.values['reason']! }]
  })
  // One correction for all pupils of a lesson with the same reason.
  for (const some of Map.groupBy(changes, ({ before, reason }) => `${before.sessionId} ${reason}`).values())
    await amendRoll(ctx, {
      lessonId: some[0]!.before.lessonId,
      sessionId: some[0]!.before.sessionId,
      reason: some[0]!.reason,
      changes: some.map(({ before, to }) => ({ studentId: before.studentId, status: to, minutes: null })),
    })
  return changes.map(({ row, before, to }) => ({
    row,
    result: 'changed' as const,
    id: idOf(before.sessionId, before.studentId),
    before,
    mark: to,
  }))
}

/** What nobody has changed since is what it was before. */
async function planUndo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]) {
  await requireSchool(ctx, orgId)
  const before = effects.map((effect) => effect.before as Before)
  const rolls = new Map(
    (
      await listRollsOfPupils(ctx.db, orgId, {
        days: [...new Set(before.map(({ day }) => day))],
        studentIds: before.map(({ studentId }) => studentId),
      })
    ).map((roll) => [idOf(roll.sessionId, roll.studentId), roll] as const),
  )
  return effects.map((effect, at) => {
    const roll = rolls.get(effect.id)
    const keptReason = roll?.status === effect.mark ? '' : '已经再次修改'
    return { row: effect.row, keptReason, before: before[at]!, lessonId: roll?.lessonId ?? before[at]!.lessonId }
  })
}

async function undoRows(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  const plan = await planUndo(ctx, orgId, effects)
  const undone = plan.filter(({ keptReason }) => keptReason === '')
  for (const [sessionId, some] of Map.groupBy(undone, ({ before }) => before.sessionId))
    await amendRoll(ctx, {
      lessonId: some[0]!.lessonId,
      sessionId,
      reason: undoReason,
      changes: some.map(({ before: { studentId, status, minutes } }) => ({ studentId, status, minutes })),
    })
  return plan.map(({ row, keptReason }) => ({ row, keptReason }))
}

/** 历史补录: single states of pupils in lessons whose roll was submitted, each with a reason. */
export const historyImport: ImportTarget = {
  key: 'roll-history',
  title: '考勤补录',
  measure: '条',
  page: '/application/CallTheRoll/records',
  permission: 'roll.manage',
  version: 1,
  rowsAtMost: 1_000,
  columns,
  matchHint: '匹配规则：日期、节次、学号和姓名。只补录已提交点名的课，每条须写原因',
  loadContext: async (ctx, orgId) => {
    const org = await requireSchool(ctx, orgId)
    const periods = await listPeriodsOfSchool(ctx, org.id, dayOf(ctx.now))
    return {
      orgName: org.name,
      choices: {
        period: periods.map(({ id, name }) => ({ value: id, title: name })),
        status: markStatuses.map((value) => ({ value, title: attendanceStatuses[value].label })),
      },
    }
  },
  examine: async (ctx, orgId, rows) => {
    await requireSchool(ctx, orgId)
    const loaded = await loadRows(ctx, orgId, rows)
    return rows.map((row) => examineRow(loaded, row))
  },
  apply: applyRows,
  undo: undoRows,
  previewUndo: async (ctx, orgId, effects) =>
    (await planUndo(ctx, orgId, effects)).map(({ row, keptReason }) => ({ row, keptReason })),
  countByUnit: async (ctx, orgId) => {
    const { id, name } = await requireSchool(ctx, orgId)
    return new Map([[name, await countMarksOfOrg(ctx.db, id)]])
  },
}
