import type { Reference } from '#packages/contract'
import { dayOf, scopeOf, type Ctx, type Scope } from '#packages/core'
import { createEntityExport, crud, serveEntity } from '#packages/crud'
import { attendanceSetting } from '#engines/attendance/server/api.ts'
import type { RecordKind } from '#kernel/access/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { getClassRowScope } from '#kernel/schooling/server/api.ts'
import { rollRecord, rollRecordApi } from '../contract-records.ts'
import { listGroupLabels, listPeriodLabels } from './record-labels.ts'
import {
  countMarks,
  isDiffering,
  isOfGrade,
  isOfStatus,
  isRecord,
  listOrgsInScope,
  type RecordCounts,
  type RecordStatus,
  type RollNeed,
} from './record-queries.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }

const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })
const clockOf = ({ now }: Pick<Ctx, 'now'>) => ({ day: dayOf(now), time: time.format(now) })

/** Which lessons of which schools need a roll. */
async function listNeeds(ctx: Ctx, scope: Scope, orgId: string | null): Promise<RollNeed[]> {
  const orgs = await listOrgsInScope(ctx.db, scope, orgId)
  // The own classes are in the own school, of which nothing else is in scope.
  const ofClasses = scope.classesOf !== null || scope.classesLedBy !== null
  const own = ofClasses ? await findUnitById(ctx, ctx.actor.orgId) : undefined
  if (own && (orgId ?? own.id) === own.id && !orgs.some(({ id }) => id === own.id)) orgs.push(own)
  const needs = new Map<RollNeed['rule'], string[]>()
  for (const { id, path } of orgs) {
    const { lessons } = await attendanceSetting.read(ctx, path)
    needs.set(lessons, [...(needs.get(lessons) ?? []), id])
  }
  return [...needs].map(([rule, orgIds]) => ({ rule, orgIds }))
}

const noMarks: RecordCounts = { late: 0, leave: 0, missing: 0, truant: 0, differs: false }

/** The counts of the rows of one answer, which several fields show. */
const countsOfRows = new WeakMap<readonly Row[], Promise<(RecordCounts | null)[]>>()
function listCounts(ctx: Ctx, rows: readonly Row[]) {
  const counts = countsOfRows.get(rows) ?? readCounts(ctx, rows)
  countsOfRows.set(rows, counts)
  return counts
}

/** Null where nothing is known: the roll was not submitted. */
async function readCounts(ctx: Ctx, rows: readonly Row[]): Promise<(RecordCounts | null)[]> {
  const ids = rows.flatMap((row) => (row['session'] as string | null) ?? [])
  const counts = await countMarks(ctx.db, ids)
  return rows.map((row) =>
    row['state'] === 'submitted' || row['state'] === 'locked'
      ? (counts.get(row['session'] as string) ?? noMarks)
      : null,
  )
}
const loadCount = (key: 'late' | 'leave' | 'missing' | 'truant') => ({
  load: async (ctx: Ctx, rows: readonly Row[]) => (await listCounts(ctx, rows)).map((one) => one?.[key] ?? null),
})

const lastYears: Readonly<Record<number, number>> = { 2: 6, 3: 3, 4: 3 }

export const rollRecords = crud(rollRecord, 'v_roll_record', {
  base: 'attendance_session',
  /** Lessons to come, and lessons that need no roll and have none, are no records. */
  listed: async (ctx, { scope, orgId }) => isRecord(await listNeeds(ctx, scope, orgId), clockOf(ctx)),
  fields: {
    sessionId: { load: async (_, rows) => rows.map((row) => (row['session'] as string | null) ?? null) },
    period: { load: listPeriodLabels },
    groupLabel: { load: listGroupLabels },
    /** Late and early pupils were there. */
    present: {
      load: async (ctx, rows) =>
        (await listCounts(ctx, rows)).map(
          (one, at) => one && (rows[at]!['expected'] as number) - one.leave - one.missing - one.truant,
        ),
    },
    late: loadCount('late'),
    leave: loadCount('leave'),
    missing: loadCount('missing'),
    truant: loadCount('truant'),
    differs: { load: async (ctx, rows) => (await listCounts(ctx, rows)).map((one) => one?.differs ?? false) },
    status: {
      load: (ctx, rows) => {
        const { day, time: now } = clockOf(ctx)
        const isOver = (row: Row) =>
          (row['day'] as string) < day || ((row['day'] as string) === day && (row['ends'] as string).slice(0, 5) < now)
        return rows.map((row): RecordStatus => {
          const state = row['state'] as RecordStatus | 'none'
          return state === 'none' || (state === 'open' && isOver(row)) ? 'missed' : state
        })
      },
    },
  },
  filters: {
    grade: (grade) => {
      const [stage = 0, year = 0] = grade.split('-').map(Number)
      return isOfGrade({ stage, toEnd: lastYears[stage]! - year })
    },
    status: (status, ctx) => isOfStatus(status, clockOf(ctx)),
    differs: () => isDiffering,
  },
})

const describeRecord = (row: Row, label: string) => ({
  title: `${row['day'] as string} ${label}${(row['subject'] as Reference).name}课考勤`,
  about: (row['org'] as Reference).name,
})
const firstPage = { orgId: null, pageNumber: 1, pageSize: 20 }

/** 考勤记录 as records of `explainAccess`. */
export const rollRecordKind: RecordKind = {
  kind: 'roll-record',
  title: '考勤记录',
  permissions: ['roll.read'],
  fields: [],
  find: async (ctx, keyword) => {
    const { items } = await rollRecords.rows.listPage(ctx.db, scopeOf(ctx, 'role.read'), { ...firstPage, keyword })
    const labels = await listGroupLabels(ctx, items)
    return items.map((row, at) => ({ id: row.id, ...describeRecord(row, labels[at]!) }))
  },
  facts: async (ctx, id, day) => {
    const row = await rollRecords.rows.find(ctx.db, scopeOf(ctx, 'role.read'), id)
    if (!row) return undefined
    const { id: orgId, name } = row['org'] as Reference
    const classId = (row['class'] as Reference | null)?.id ?? null
    const [label = ''] = await listGroupLabels(ctx, [row])
    const scope = await getClassRowScope(ctx, { orgId, classId }, day)
    const phrases = { it: '该节课', org: `该节课在${name}`, department: '', class: classId ? `该节课在${label}` : '' }
    return { ...describeRecord(row, label), ...scope, phrases }
  },
}

/** What the module of the application joins. */
export const recordParts = {
  entities: [serveEntity(rollRecordApi, rollRecords)],
  exports: [createEntityExport(rollRecords)],
  recordKinds: [rollRecordKind],
}
