import { addDays, dayOf, newId, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { ImportEffect, ImportTarget, RowIssue, SheetColumn, SheetRow, UndoResult } from '#packages/sheet'
import { findUnit, shareTree } from '#kernel/org/server/api.ts'
import { halves as halfLabels, type Half } from '#kernel/schooling/contract.ts'
import { findByNameAndNumber, personColumns } from '#kernel/staff/server/api.ts'
import type { LeaveSpan } from '../contract.ts'
import { deleteDays, insertDays, listDays } from './day-queries.ts'
import { countHistory, findSameLeave, listImported } from './history-queries.ts'
import { lockLeaveOfAll } from './ledger-queries.ts'
import { planLeave, requireOpenDays } from './plan-leave.ts'
import { deleteRequest, findApplicant, insertRequest } from './request-queries.ts'
import { toValues } from './requests.ts'
import { listGrantTargets, type GrantTarget } from './staff-queries.ts'
import { listTypesAt } from './types.ts'

const columns: readonly SheetColumn[] = [
  ...personColumns,
  { key: 'type', title: '假期类型', kind: 'choice', isRequired: true, synonyms: ['类型', '假别'] },
  { key: 'startsOn', title: '开始日期', kind: 'date', isRequired: true, example: '2026-03-02', synonyms: ['起始日期'] },
  { key: 'startHalf', title: '开始时段', kind: 'choice', hint: '不填为上午' },
  { key: 'endsOn', title: '结束日期', kind: 'date', isRequired: true, example: '2026-03-03', synonyms: ['截止日期'] },
  { key: 'endHalf', title: '结束时段', kind: 'choice', hint: '不填为下午' },
  { key: 'reason', title: '请假事由', kind: 'text', max: 300, synonyms: ['事由', '原因'] },
]

/** People who have left are found too, for as long as this. */
const daysBack = 3 * 366
const noReason = '历史请假导入'
/** What a sheet does not say. */
const noMore = { contact: '', destination: '', leavesCity: false, deputyId: null, files: [] }

async function loadImport(ctx: Ctx, orgId: string) {
  const scope = scopeOf(ctx, 'leave.manage')
  const org = orNotFound(await findUnit(ctx, scope, orgId), '单位')
  if (org.type === 'department') throw new Refusal('请选择部门所在的单位')
  const today = dayOf(ctx.now)
  const filter = { org, within: 'own', keyword: '', from: addDays(today, -daysBack), to: today } as const
  const people = await listGrantTargets(ctx.db, scope, filter)
  // Hours of long ago are in no sheet.
  const types = (await listTypesAt(ctx, org.id)).filter(({ unit }) => unit === 'half-day')
  return { org, today, types, byName: Map.groupBy(people, ({ name }) => name) }
}
type Loaded = Awaited<ReturnType<typeof loadImport>>

const toSpan = ({ type, startsOn, startHalf, endsOn, endHalf }: SheetRow['values']): LeaveSpan => ({
  typeId: type!,
  startsOn: startsOn!,
  startHalf: (startHalf ?? 'am') as Half,
  endsOn: endsOn!,
  endHalf: (endHalf ?? 'pm') as Half,
  startTime: null,
  endTime: null,
})

async function planRow(ctx: Ctx, { userId }: GrantTarget, values: SheetRow['values']) {
  const applicant = orNotFound(await findApplicant(ctx.db, userId), '人员')
  const request = { applicant, span: toSpan(values), isByAdministrator: true, isHistory: true, hasFiles: true }
  return { applicant, plan: await planLeave(ctx, request) }
}

/** What speaks against a row, and whether it is there already. `taken` are the half-days of the rows before. */
async function examineRow(
  ctx: Ctx,
  { byName, types, today }: Loaded,
  { row, values }: SheetRow,
  taken: Map<string, number>,
) {
  const issue = (column: string, code: string, message: string) => ({ issues: [{ column, code, message }], id: null })
  const found = findByNameAndNumber(byName.get(values['name'] ?? '') ?? [], values)
  if ('issue' in found) return { issues: [found.issue], id: null }
  const { person } = found
  if (person.personId === ctx.actor.personId) return issue('name', 'own', '不能导入本人的请假，请由其他管理员办理')
  if (!types.some(({ id }) => id === values['type'])) return issue('type', 'unknown', '找不到该假期类型')
  if (values['endsOn']! >= today) return issue('endsOn', 'future', '只导入已经结束的请假')
  const id = await findSameLeave(ctx.db, person.personId, toSpan(values))
  if (id) return { issues: [], id }
  try {
    const { plan } = await planRow(ctx, person, values)
    const keys = plan.halves.map(({ day, half }) => `${person.personId} ${day} ${half}`)
    const before = keys.map((key) => taken.get(key)).find((one) => one !== undefined)
    for (const key of keys) taken.set(key, row)
    const problems = [...plan.problems, ...(before === undefined ? [] : [`与第${before}行重叠`])]
    return { issues: problems.map((message): RowIssue => ({ column: 'startsOn', code: 'refused', message })), id: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return issue('startsOn', 'refused', error.message)
  }
}

/** Closed at once: it is over. Balances are imported as they are, so it takes nothing from them. */
async function applyRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<ImportEffect[]> {
  const { byName } = await loadImport(ctx, orgId)
  const found = rows.map(({ row, values }) => {
    const one = findByNameAndNumber(byName.get(values['name']!) ?? [], values)
    if ('issue' in one) throw new Error('the row was examined in this transaction')
    return { row, values, person: one.person }
  })
  await shareTree(ctx)
  await lockLeaveOfAll(
    ctx.db,
    found.map(({ person }) => person.personId),
  )
  const effects: ImportEffect[] = []
  for (const { row, values, person } of found) {
    const { applicant, plan } = await planRow(ctx, person, values)
    const id = newId()
    const form = { ...toSpan(values), ...noMore, reason: values['reason'] ?? noReason }
    const state = { status: 'closed', is_back_entered: true, submitted_at: ctx.now } as const
    await insertRequest(ctx.db, { id, ...(await toValues(ctx, id, applicant, form, plan)), ...state }, ctx.now)
    const of = { requestId: id, personId: applicant.personId, typeId: plan.type.id }
    await insertDays(ctx.db, of, 'in-force', plan.halves)
    effects.push({ row, result: 'new', id, before: null, mark: ctx.now.toISOString() })
  }
  return effects
}

/** What nobody has changed since, and lies in open months, can be taken back. */
async function planUndo(
  ctx: Ctx,
  orgId: string,
  effects: readonly ImportEffect[],
): Promise<(UndoResult & { id: string })[]> {
  await loadImport(ctx, orgId)
  const imported = new Map(
    (
      await listImported(
        ctx.db,
        effects.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const results: (UndoResult & { id: string })[] = []
  for (const { row, id, mark } of effects) {
    const request = imported.get(id)
    const isSame = request?.status === 'closed' && request.updatedAt.toISOString() === mark
    results.push({ row, id, keptReason: isSame ? await findClosedReason(ctx, id) : '已经修改、作废或转到他人名下' })
  }
  return results
}

async function findClosedReason(ctx: Ctx, id: string): Promise<string> {
  try {
    await requireOpenDays(ctx, await listDays(ctx.db, id))
    return ''
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

async function undoRows(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  const plan = await planUndo(ctx, orgId, effects)
  for (const { id, keptReason } of plan) {
    if (keptReason !== '') continue
    await deleteDays(ctx.db, id)
    await deleteRequest(ctx.db, id)
  }
  return plan.map(({ row, keptReason }) => ({ row, keptReason }))
}

/** 历史请假导入: leave of before the district used the application. */
export const historyImport: ImportTarget = {
  key: 'leave-history',
  title: '历史请假',
  measure: '条',
  page: '/application/TeacherAskForLeave/records',
  permission: 'leave.manage',
  version: 1,
  rowsAtMost: 1_000,
  // A row may overlap another one.
  isWhole: true,
  columns,
  matchHint: '匹配规则：工号和姓名；没有同名时姓名即可。只导入已经结束、按天的请假，不扣余额',
  loadContext: async (ctx, orgId) => {
    const { org, types } = await loadImport(ctx, orgId)
    const half = Object.entries(halfLabels).map(([value, title]) => ({ value, title }))
    return {
      orgName: org.name,
      choices: { type: types.map(({ id, name }) => ({ value: id, title: name })), startHalf: half, endHalf: half },
    }
  },
  examine: async (ctx, orgId, rows) => {
    const loaded = await loadImport(ctx, orgId)
    const names = new Map(loaded.types.map(({ id, name }) => [id, name]))
    const taken = new Map<string, number>()
    const verdicts = []
    for (const row of rows) {
      const { issues, id } = await examineRow(ctx, loaded, row, taken)
      const unit = names.get(row.values['type'] ?? '') ?? ''
      verdicts.push({
        issues,
        keys: [],
        result: id ? ('same' as const) : ('new' as const),
        id,
        changes: [],
        mark: '',
        unit,
      })
    }
    return verdicts
  },
  apply: applyRows,
  undo: undoRows,
  previewUndo: async (ctx, orgId, effects) =>
    (await planUndo(ctx, orgId, effects)).map(({ row, keptReason }) => ({ row, keptReason })),
  countByUnit: async (ctx, orgId) => {
    const { org } = await loadImport(ctx, orgId)
    return countHistory(ctx.db, org.id)
  },
}
