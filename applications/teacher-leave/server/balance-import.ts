import { dayOf, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { ImportEffect, ImportTarget, RowIssue, SheetColumn, SheetRow, UndoResult } from '#packages/sheet'
import { findUnit } from '#kernel/org/server/api.ts'
import { findByNameAndNumber, personColumns } from '#kernel/staff/server/api.ts'
import { openLots } from './balances.ts'
import { insertLedger, listBalances, listLots, lockLeaveOfAll, type LedgerRow } from './ledger-queries.ts'
import { moveLot } from './ledger.ts'
import { listGrantTargets } from './staff-queries.ts'
import { listTypesAt } from './types.ts'

const columns: readonly SheetColumn[] = [
  ...personColumns,
  { key: 'type', title: '假期类型', kind: 'choice', isRequired: true, synonyms: ['类型', '假别'] },
  {
    key: 'days',
    title: '天数',
    kind: 'number',
    isRequired: true,
    example: '5',
    synonyms: ['余额', '发放天数'],
    check: (value) => (Number(value) > 0 && Number(value) <= 366 ? undefined : '天数应大于0，不超过366'),
  },
  { key: 'expiresOn', title: '有效期至', kind: 'date', example: '2026-12-31', hint: '不填为长期有效' },
  { key: 'note', title: '备注', kind: 'text', max: 100 },
]

async function requireOrg(ctx: Ctx, orgId: string) {
  const org = orNotFound(await findUnit(ctx, scopeOf(ctx, 'leave.balance'), orgId), '单位')
  if (org.type === 'department') throw new Refusal('请选择部门所在的单位')
  return org
}

async function loadImport(ctx: Ctx, orgId: string) {
  const org = await requireOrg(ctx, orgId)
  const day = dayOf(ctx.now)
  const filter = { org, within: 'own', keyword: '', from: day, to: day, isMain: true } as const
  const people = await listGrantTargets(ctx.db, scopeOf(ctx, 'leave.balance'), filter)
  const types = (await listTypesAt(ctx, org.id)).filter(({ needsBalance }) => needsBalance)
  return { org, day, people, byName: Map.groupBy(people, ({ name }) => name), types }
}

async function applyRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<ImportEffect[]> {
  const { byName, day } = await loadImport(ctx, orgId)
  const effects: ImportEffect[] = []
  const lots: LedgerRow[] = []
  for (const { row, values } of rows) {
    const found = findByNameAndNumber(byName.get(values['name']!) ?? [], values)
    if ('issue' in found) throw new Error('the row was examined in this transaction')
    const { person } = found
    const [lot] = openLots(ctx, [person.personId], {
      typeId: values['type']!,
      kind: 'grant',
      amount: Math.round(Number(values['days']) * 100),
      validFrom: day,
      expiresOn: values['expiresOn'] ?? null,
      refId: null,
      note: values['note'] ?? '',
    })
    lots.push(lot!)
    effects.push({ row, result: 'new', id: lot!.id, before: { personId: person.personId }, mark: String(lot!.amount) })
  }
  await insertLedger(ctx.db, lots, ctx.now)
  return effects
}

/** A lot is taken back whole, or not at all: nobody's leave is undone by it. */
async function planUndo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]) {
  await requireOrg(ctx, orgId)
  const personIds = [...new Set(effects.map(({ before }) => (before as { personId: string }).personId))]
  await lockLeaveOfAll(ctx.db, personIds)
  const lots = new Map((await listLots(ctx.db, personIds, null)).map((lot) => [lot.lotId, lot]))
  return effects.map(({ row, id, mark }) => {
    const lot = lots.get(id)
    return lot && lot.rest === Number(mark) ? { row, lot, keptReason: '' } : { row, keptReason: '已经使用或过期' }
  })
}

async function undoRows(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  const plan = await planUndo(ctx, orgId, effects)
  const rows = plan.flatMap(({ lot }) => (lot ? moveLot(ctx, lot, 'manual', -lot.rest, null, '撤销导入') : []))
  await insertLedger(ctx.db, rows, ctx.now)
  return plan.map(({ row, keptReason }) => ({ row, keptReason }))
}

/** 余额导入: each row is a lot of its own. */
export const balanceImport: ImportTarget = {
  key: 'leave-balance',
  title: '假期余额',
  measure: '条',
  page: '/application/TeacherAskForLeave/balances',
  permission: 'leave.balance',
  version: 1,
  rowsAtMost: 5_000,
  columns,
  matchHint: '匹配规则：工号和姓名；没有同名时姓名即可',
  loadContext: async (ctx, orgId) => {
    const { org, types } = await loadImport(ctx, orgId)
    return { orgName: org.name, choices: { type: types.map(({ id, name }) => ({ value: id, title: name })) } }
  },
  examine: async (ctx, orgId, rows) => {
    const { byName, types, day } = await loadImport(ctx, orgId)
    const names = new Map(types.map(({ id, name }) => [id, name]))
    return rows.map(({ values }) => {
      const found = findByNameAndNumber(byName.get(values['name'] ?? '') ?? [], values)
      const expiresOn = values['expiresOn']
      const issues: RowIssue[] = [
        ...('issue' in found ? [found.issue] : []),
        ...(names.has(values['type'] ?? '') ? [] : [{ column: 'type', code: 'unknown', message: '找不到该假期类型' }]),
        ...(expiresOn && expiresOn < day ? [{ column: 'expiresOn', code: 'past', message: '有效期不能早于今天' }] : []),
      ]
      const unit = names.get(values['type'] ?? '') ?? ''
      return { issues, keys: [], result: 'new', id: null, changes: [], mark: '', unit }
    })
  },
  apply: applyRows,
  undo: undoRows,
  previewUndo: async (ctx, orgId, effects) =>
    (await planUndo(ctx, orgId, effects)).map(({ row, keptReason }) => ({ row, keptReason })),
  countByUnit: async (ctx, orgId) => {
    const { people, day } = await loadImport(ctx, orgId)
    const ids = people.map(({ personId }) => personId)
    const balances = Map.groupBy(await listBalances(ctx.db, ids, day), ({ name }) => name)
    return new Map([...balances].map(([name, of]) => [name, of.length]))
  },
}
