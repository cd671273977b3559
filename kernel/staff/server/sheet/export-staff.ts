import { z } from 'zod'
import { idOf } from '#packages/contract'
import { dayOf, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { ethnicityName } from '#kernel/dictionary/contract.ts'
import { decryptNumbers } from '#kernel/identity/server/api.ts'
import {
  accountStates,
  maskedFields,
  membershipStatuses,
  userFields,
  userFilter,
  userTypes,
  workerTypes,
  type MaskedField,
  type User,
} from '../../contract.ts'
import {
  countExportRows,
  getDepartmentTitles,
  listExportBatch,
  type ExportSelection,
  type StaffExportRow,
} from '../export-queries.ts'
import { maskHiddenFields } from '../hidden-fields.ts'
import { decryptCard, decryptFacts } from '../private-facts.ts'
import { findIdsByNumber } from '../search-queries.ts'
import { getFieldCipher, getMoment, presentUser } from '../service/staff-presentation.ts'
import { maxHits, isNumberKeyword, getNode, getNumberSearch } from '../service/search-staff.ts'

const maxIds = 5_000
const ids = z.array(idOf('membership')).max(maxIds, `一次最多选择${maxIds}人`).optional()
/** `ids`: the ticked rows; without them all rows of the list, `except` these. */
const filter = userFilter.extend({ ids, except: ids })
type StaffExportFilter = z.output<typeof filter>

interface StaffExportColumn extends ExportColumn {
  of(user: User): string
}
type ExportField = keyof typeof userFields & keyof User

const createFieldColumn = (field: ExportField, width: number): StaffExportColumn => ({
  key: field,
  title: userFields[field].title,
  width,
  of: (user) => String(user[field] ?? ''),
  ...((maskedFields as readonly string[]).includes(field) ? { isSensitive: true } : {}),
})
const createColumn = (key: string, title: string, width: number, of: StaffExportColumn['of']): StaffExportColumn => ({
  key,
  title,
  width,
  of,
})

const workerTypeOf = ({ workerType }: User) => workerTypes[workerType as keyof typeof workerTypes] ?? ''
const nationOf = ({ nation }: User) => ethnicityName(nation)

/** Keys as in the list, so that a file has the columns of the screen; titles as in the import template. */
const columns: readonly StaffExportColumn[] = [
  createFieldColumn('name', 12),
  createFieldColumn('sex', 6),
  createFieldColumn('number', 12),
  createColumn('org', userFields.orgId.title, 24, ({ orgName }) => orgName),
  createColumn('department', userFields.departmentId.title, 18, (user) => user.departmentName || user.orgName),
  createColumn('userType', '人员类别', 14, (user) => userTypes[user.userType].title),
  createFieldColumn('post', 14),
  createFieldColumn('subject', 12),
  createColumn('workerType', userFields.workerType.title, 10, workerTypeOf),
  createFieldColumn('mobile', 14),
  createFieldColumn('idCard', 22),
  createFieldColumn('officePhone', 16),
  { ...createFieldColumn('birthday', 12), isSensitiveBeside: ['idCard'] },
  createColumn('nation', userFields.nation.title, 10, nationOf),
  createFieldColumn('diploma', 10),
  createFieldColumn('graduateSchool', 20),
  createFieldColumn('specialty', 16),
  createFieldColumn('teacherLevel', 12),
  createFieldColumn('workedFrom', 14),
  createFieldColumn('email', 22),
  createFieldColumn('qq', 12),
  createFieldColumn('otherPhone', 16),
  createFieldColumn('address', 30),
  createFieldColumn('license', 20),
  createFieldColumn('icCard', 14),
  createFieldColumn('remark', 20),
  createColumn('flag', '标记', 6, ({ flag }) => (flag === 0 ? '' : String(flag))),
  createColumn('status', '状态', 8, ({ status }) => membershipStatuses[status].label),
  createColumn('account', '账号', 10, ({ account }) => accountStates[account].label),
  createColumn('bound', '钉钉', 10, ({ isBound }) => (isBound ? '已绑定' : '未绑定')),
  createColumn('startsOn', '到岗日期', 12, ({ startsOn }) => startsOn),
  createColumn('endsOn', '离岗日期', 12, ({ endsOn }) => endsOn ?? ''),
  createColumn('updated', '更新时间', 12, ({ updatedAt }) => dayOf(new Date(updatedAt))),
]

/** The same rows as the list; numbers are searched by hash. */
async function getExportSelection(
  ctx: Ctx,
  scope: Scope,
  { nodeId, ids, except, ...listFilter }: StaffExportFilter,
): Promise<ExportSelection> {
  const node = await getNode(ctx, scope, nodeId)
  if (ids) return { node, filter: listFilter, ids }
  if (!isNumberKeyword(listFilter.keyword)) return { node, filter: listFilter, ids: null, except }
  const number = await getNumberSearch(ctx, listFilter.keyword)
  const limit = maxHits + 1
  const found = await findIdsByNumber(ctx.db, scope, node, { ...listFilter, number, limit }, getMoment(ctx))
  // The user has seen only the first hits, and a file does not show that it lacks some.
  if (found.length > maxHits) throw new Refusal('符合条件的人员过多，请缩小范围')
  return { node, filter: listFilter, ids: found, except }
}

/** Describes the filter without numbers, because a searched number may be personal data. */
async function describe(ctx: Ctx, { nodeId, ids, except = [], ...listFilter }: StaffExportFilter): Promise<string> {
  const node = await getNode(ctx, scopeOf(ctx, 'user.read'), nodeId)
  const parts = [
    node ? node.name + (listFilter.within === 'node' ? '（不含下级）' : '') : '可查看的全部单位',
    ...(ids ? [`已勾选的${ids.length}人`] : []),
    ...(except.length > 0 ? [`除去${except.length}人`] : []),
    ...(listFilter.status ? [membershipStatuses[listFilter.status].label] : []),
    ...(listFilter.userType ? [userTypes[listFilter.userType].title] : []),
    ...(listFilter.workerType ? [workerTypes[listFilter.workerType as keyof typeof workerTypes]] : []),
    ...(listFilter.account ? [`账号${accountStates[listFilter.account].label}`] : []),
    ...(listFilter.flag === undefined ? [] : [`标记${listFilter.flag}`]),
    ...(listFilter.keyword ? [isNumberKeyword(listFilter.keyword) ? '按号码搜索' : `搜索“${listFilter.keyword}”`] : []),
  ]
  return parts.join('，')
}

type DecryptRow = (row: StaffExportRow) => Record<MaskedField, string>
const createDecryptRow =
  (fields: FieldCipher): DecryptRow =>
  (row) => {
    const { phone, idCard } = decryptNumbers(fields, row)
    const { otherPhone, address, license } = decryptFacts(fields, row.personId, row.private)
    return { idCard, mobile: phone, otherPhone, address, license, icCard: decryptCard(fields, row.icCard) }
  }

const formatCursor = ({ sort, id }: StaffExportRow) => `${sort}.${id}`
const parseCursor = (cursor: string) => {
  const at = cursor.indexOf('.')
  return { sort: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) }
}

export const staffExport: ExportSource<StaffExportFilter> = {
  key: 'staff',
  title: '教职工',
  measure: '人',
  permission: 'user.read',
  isOfPeople: true,
  filter,
  describe,
  columns: columns.map(({ of: _, ...column }) => column),
  count: async (ctx, exportFilter) => {
    const scope = scopeOf(ctx, 'user.read')
    return countExportRows(ctx.db, scope, await getExportSelection(ctx, scope, exportFilter), getMoment(ctx))
  },
  read: async (ctx, exportFilter, { columns: keys, isWhole, after, limit }) => {
    const scope = scopeOf(ctx, 'user.read')
    const moment = getMoment(ctx)
    const fields = await getFieldCipher(ctx)
    const reveal = (isWhole && ctx.actor.permissions.get('user.reveal')) || null
    const rows = await listExportBatch(
      ctx.db,
      scope,
      await getExportSelection(ctx, scope, exportFilter),
      { limit, reveal, after: after === null ? null : parseCursor(after) },
      moment,
    )
    const chosen = keys.flatMap((key) => columns.find((column) => column.key === key) ?? [])
    const whole = createDecryptRow(fields)
    const titles = await getDepartmentTitles(ctx.db, [
      ...new Set(rows.flatMap(({ departmentId }) => departmentId ?? [])),
    ])
    const cells = rows.map((row) => {
      const shown = presentUser(ctx, fields, row, moment.day)
      // Without the day beside a masked ID number, which contains it.
      const masked = keys.includes('idCard') ? { birthday: shown.birthday.slice(0, 7) } : {}
      const departmentName = (row.departmentId && titles.get(row.departmentId)) ?? shown.departmentName
      const user = maskHiddenFields(ctx, { ...shown, departmentName, ...(row.mayReveal ? whole(row) : masked) })
      return chosen.map((column) => column.of(user))
    })
    return { rows: cells, after: rows.length < limit ? null : formatCursor(rows.at(-1)!) }
  },
}
