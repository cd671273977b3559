import { z } from 'zod'
import { idOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { ethnicityName } from '#kernel/dictionary/contract.ts'
import { openNumbers } from '#kernel/identity/server'
import {
  accountStates,
  maskedFields,
  placeStatuses,
  userFields,
  userFilter,
  userTypes,
  workerTypes,
  type MaskedField,
  type User,
} from '../../contract.ts'
import { countTaken, departmentTitles, pieceOfTaken, type Taken, type TakenRow } from '../export-queries.ts'
import { conceal } from '../hidden.ts'
import { openCard, openFacts } from '../private-facts.ts'
import { foundByNumber } from '../search-queries.ts'
import { fieldsIn, momentOf, presentUser } from '../service/presenting.ts'
import { hitsShown, isNumber, nodeOf, numberOf } from '../service/searching.ts'

const idsAtMost = 5_000
const ids = z.array(idOf('membership')).max(idsAtMost, `一次最多选择${idsAtMost}人`).optional()
/** `ids`: those that were ticked, without them all that the list finds; `except`: but for these. */
const filter = userFilter.extend({ ids, except: ids })
type Filter = z.output<typeof filter>

interface Column extends ExportColumn {
  of(user: User): string
}
type Fact = keyof typeof userFields & keyof User

const plain = (field: Fact, width: number): Column => ({
  key: field,
  title: userFields[field].title,
  width,
  of: (user) => String(user[field] ?? ''),
  ...((maskedFields as readonly string[]).includes(field) ? { isSensitive: true } : {}),
})
const other = (key: string, title: string, width: number, of: Column['of']): Column => ({ key, title, width, of })

const workerTypeOf = ({ workerType }: User) => workerTypes[workerType as keyof typeof workerTypes] ?? ''
const nationOf = ({ nation }: User) => ethnicityName(nation)

/** The keys are those of the list, so that a file has what is on the screen; titles are those of the template. */
const columns: readonly Column[] = [
  plain('name', 12),
  plain('sex', 6),
  plain('number', 12),
  other('org', userFields.orgId.title, 24, ({ orgName }) => orgName),
  other('department', userFields.departmentId.title, 18, (user) => user.departmentName || user.orgName),
  other('userType', '人员类别', 14, (user) => userTypes[user.userType].title),
  plain('post', 14),
  plain('subject', 12),
  other('workerType', userFields.workerType.title, 10, workerTypeOf),
  plain('mobile', 14),
  plain('idCard', 22),
  plain('officePhone', 16),
  { ...plain('birthday', 12), isSensitiveBeside: ['idCard'] },
  other('nation', userFields.nation.title, 10, nationOf),
  plain('diploma', 10),
  plain('graduateSchool', 20),
  plain('specialty', 16),
  plain('teacherLevel', 12),
  plain('workedFrom', 14),
  plain('email', 22),
  plain('qq', 12),
  plain('otherPhone', 16),
  plain('address', 30),
  plain('license', 20),
  plain('icCard', 14),
  plain('remark', 20),
  other('flag', '标记', 6, ({ flag }) => (flag === 0 ? '' : String(flag))),
  other('status', '状态', 8, ({ status }) => placeStatuses[status]),
  other('account', '账号', 10, ({ account }) => accountStates[account]),
  other('bound', '钉钉', 10, ({ isBound }) => (isBound ? '已绑定' : '未绑定')),
  other('startsOn', '到岗日期', 12, ({ startsOn }) => startsOn),
  other('endsOn', '离岗日期', 12, ({ endsOn }) => endsOn ?? ''),
  other('updated', '更新时间', 12, ({ updatedAt }) => dayOf(new Date(updatedAt))),
]

/** What the list would show; a number is looked for by its hashes, as there. */
async function takenBy(ctx: Ctx, scope: Scope, { nodeId, ids, except, ...asked }: Filter): Promise<Taken> {
  const node = await nodeOf(ctx, scope, nodeId)
  if (ids) return { node, asked, ids }
  if (!isNumber(asked.keyword)) return { node, asked, ids: null, except }
  const number = await numberOf(ctx, asked.keyword)
  const found = await foundByNumber(ctx.db, scope, node, { ...asked, number, limit: hitsShown }, momentOf(ctx))
  return { node, asked, ids: found, except }
}

/** In words, without any number: what somebody looked for may be somebody's. */
async function describe(ctx: Ctx, { nodeId, ids, except = [], ...asked }: Filter): Promise<string> {
  const node = await nodeOf(ctx, scopeOf(ctx, 'user.read'), nodeId)
  const words = [
    node ? node.name + (asked.within === 'node' ? '（不含下级）' : '') : '可查看的全部单位',
    ...(ids ? [`已勾选的${ids.length}人`] : []),
    ...(except.length > 0 ? [`除去${except.length}人`] : []),
    ...(asked.status ? [placeStatuses[asked.status]] : []),
    ...(asked.userType ? [userTypes[asked.userType].title] : []),
    ...(asked.workerType ? [workerTypes[asked.workerType as keyof typeof workerTypes]] : []),
    ...(asked.account ? [`账号${accountStates[asked.account]}`] : []),
    ...(asked.flag === undefined ? [] : [`标记${asked.flag}`]),
    ...(asked.keyword ? [isNumber(asked.keyword) ? '按号码搜索' : `搜索“${asked.keyword}”`] : []),
  ]
  return words.join('，')
}

type Whole = (row: TakenRow) => Record<MaskedField, string>
const opening =
  (fields: FieldCipher): Whole =>
  (row) => {
    const { phone, idCard } = openNumbers(fields, row)
    const { otherPhone, address, license } = openFacts(fields, row.personId, row.private)
    return { idCard, mobile: phone, otherPhone, address, license, icCard: openCard(fields, row.icCard) }
  }

const cursorOf = ({ sort, id }: TakenRow) => `${sort}.${id}`
const placeOf = (cursor: string) => {
  const at = cursor.indexOf('.')
  return { sort: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) }
}

export const staffList: ExportSource<Filter> = {
  key: 'staff',
  title: '教职工',
  measure: '人',
  permission: 'user.read',
  isOfPeople: true,
  filter,
  describe,
  columns: columns.map(({ of: _, ...column }) => column),
  count: async (ctx, asked) => {
    const scope = scopeOf(ctx, 'user.read')
    return countTaken(ctx.db, scope, await takenBy(ctx, scope, asked), momentOf(ctx))
  },
  read: async (ctx, asked, { columns: keys, isWhole, after, limit }) => {
    const scope = scopeOf(ctx, 'user.read')
    const moment = momentOf(ctx)
    const fields = await fieldsIn(ctx)
    const reveal = (isWhole && ctx.actor.permissions.get('user.reveal')) || null
    const rows = await pieceOfTaken(
      ctx.db,
      scope,
      await takenBy(ctx, scope, asked),
      { limit, reveal, after: after === null ? null : placeOf(after) },
      moment,
    )
    const chosen = keys.flatMap((key) => columns.find((column) => column.key === key) ?? [])
    const whole = opening(fields)
    const titles = await departmentTitles(ctx.db, [...new Set(rows.flatMap(({ departmentId }) => departmentId ?? []))])
    const cells = rows.map((row) => {
      const shown = presentUser(ctx, fields, row, moment.day)
      // Beside a masked number without the day.
      const masked = keys.includes('idCard') ? { birthday: shown.birthday.slice(0, 7) } : {}
      const departmentName = (row.departmentId && titles.get(row.departmentId)) ?? shown.departmentName
      const user = conceal(ctx, { ...shown, departmentName, ...(row.mayReveal ? whole(row) : masked) })
      return chosen.map((column) => column.of(user))
    })
    return { rows: cells, after: rows.length < limit ? null : cursorOf(rows.at(-1)!) }
  },
}
