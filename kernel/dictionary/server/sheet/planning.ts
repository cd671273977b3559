import type { Ctx } from '#packages/core'
import { nearest, type RowIssue, type SheetRow, type Verdict } from '#packages/sheet'
import { codesTaken } from '../item-queries.ts'
import { isOwn, mayAdd, type Kind, type Standing } from '../policy.ts'
import type { OrgNode } from '../queries.ts'
import { stride, type Item } from '../resolve.ts'
import { kindsAt, orgFor, standingAt, valuesAt } from '../service/places.ts'
import { deepest, lastSort } from '../service/saving.ts'

/** What a row comes to. */
export interface Plan {
  row: number
  /** Nothing where its type is none. */
  kind: Kind | undefined
  code: string
  name: string
  parentCode: string
  sort: number
  /** What is there already. */
  item: Item | undefined
  verdict: Verdict
}

/** A type with what it has today, and what the file says of it. */
interface Book {
  kind: Kind
  items: ReadonlyMap<string, Item>
  /** Code → the code above it, when everything in the file is done. */
  parents: ReadonlyMap<string, string>
  /** Codes that only other schools have. */
  elsewhere: ReadonlySet<string>
  standing: Standing
}

/** The types that rows may be brought into. */
export async function groundFor(ctx: Ctx, orgId: string) {
  const org = await orgFor(ctx, 'edit', orgId)
  const standing = await standingAt(ctx, org)
  return { org, standing, kinds: await kindsAt(ctx, org) }
}

const text = ({ values }: SheetRow, key: string) => values[key] ?? ''

/** What each row would do, in the order of the rows. */
export async function planRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<Plan[]> {
  const { org, standing, kinds } = await groundFor(ctx, orgId)
  const kindOf = (row: SheetRow) => kinds.find(({ code, name }) => [code, name].includes(text(row, 'type')))
  const books = new Map<string, Book>()
  for (const [kind, own] of Map.groupBy(rows, kindOf))
    if (kind) books.set(kind.code, await open(ctx, { org, standing, kind }, own))
  const last = new Map([...books].map(([code, { items }]) => [code, lastSort([...items.values()])]))
  return rows.map((row) => {
    const book = books.get(kindOf(row)?.code ?? '')
    if (!book) return unknownType(row, kinds)
    const { code } = book.kind
    const plan = planOf(row, book, last.get(code)! + stride)
    if (!plan.item) last.set(code, plan.sort)
    return plan
  })
}

async function open(
  ctx: Ctx,
  { org, standing, kind }: { org: OrgNode; standing: Standing; kind: Kind },
  rows: readonly SheetRow[],
): Promise<Book> {
  const items = new Map((await valuesAt(ctx, org, kind)).map((item) => [item.code, item]))
  const codes = rows.map((row) => text(row, 'code')).filter((code) => !items.has(code))
  const said = rows
    .filter((row) => row.values['parentCode'] !== undefined || !items.has(text(row, 'code')))
    .map((row) => [text(row, 'code'), text(row, 'parentCode')] as const)
  return {
    kind,
    items,
    standing,
    parents: new Map([...[...items.values()].map((item) => [item.code, item.parentCode] as const), ...said]),
    elsewhere: standing.level === 'district' ? await codesTaken(ctx.db, kind.code, codes) : new Set(),
  }
}

function unknownType(row: SheetRow, kinds: readonly Kind[]): Plan {
  const written = text(row, 'type')
  const like = nearest(
    written,
    kinds.map(({ name }) => ({ value: name, title: name })),
  )?.title
  const issue: RowIssue = {
    column: 'type',
    code: 'unknown',
    words: `找不到“${written}”`,
    ...(like ? { cures: [{ kind: 'set', column: 'type', value: like, words: `改为“${like}”` }] } : {}),
  }
  return {
    row: row.row,
    kind: undefined,
    code: text(row, 'code'),
    name: text(row, 'name'),
    parentCode: '',
    sort: 0,
    item: undefined,
    verdict: { issues: [issue], keys: [], result: 'new', id: null, changes: [], mark: '', unit: '' },
  }
}

function planOf(row: SheetRow, book: Book, next: number): Plan {
  const { kind, items } = book
  const code = text(row, 'code')
  const item = items.get(code)
  const name = text(row, 'name')
  const parentCode = !kind.isTree ? '' : (row.values['parentCode'] ?? item?.parentCode ?? '')
  const sort = row.values['sort'] === undefined ? (item?.sort ?? next) : Number(row.values['sort'])
  const wished = { name, parentCode, sort }
  const changes = item
    ? (['name', 'parentCode', 'sort'] as const)
        .filter((key) => item[key] !== wished[key])
        .map((column) => ({ column, before: String(item[column]) }))
    : []
  const verdict: Verdict = {
    issues: issuesOf(
      book,
      { code, ...wished, isParentSaid: row.values['parentCode'] !== undefined },
      item,
      changes.length,
    ),
    keys: [
      { column: 'code', value: `${kind.code}/${code}` },
      { column: 'name', value: `${kind.code}/${name}` },
    ],
    result: item ? (changes.length > 0 ? 'changed' : 'same') : 'new',
    id: item ? `${kind.code}/${code}` : null,
    changes,
    mark: item ? String(item.version) : '',
    unit: kind.name,
  }
  return { row: row.row, kind, code, item, ...wished, verdict }
}

interface Wished {
  code: string
  name: string
  parentCode: string
  isParentSaid: boolean
}

function issuesOf(book: Book, wished: Wished, item: Item | undefined, changes: number): RowIssue[] {
  const { kind, items, standing } = book
  const issues: RowIssue[] = []
  const say = (column: string, code: string, words: string) => issues.push({ column, code, words })
  if (!item && !mayAdd(kind, standing)) say('type', 'closed', `“${kind.name}”不能增加常量`)
  if (item && changes > 0 && !isOwn(item, standing))
    say('code', 'locked', item.level === 'platform' ? '系统常量不能修改' : '该常量由教育局维护，不能修改')
  if (!item && book.elsewhere.has(wished.code)) say('code', 'taken', '编码已存在')
  const namesake = [...items.values()].find((one) => one.code !== wished.code && one.name === wished.name)
  if (namesake) say('name', 'taken', `名称已存在，编码为${namesake.code}`)
  if (wished.isParentSaid && wished.parentCode === '' && !kind.isTree)
    say('parentCode', 'not-tree', `“${kind.name}”不分级，不需要上级`)
  if (wished.parentCode !== '') issues.push(...parentIssues(book, wished))
  return issues
}

function parentIssues({ parents }: Book, { code, parentCode }: Wished): RowIssue[] {
  const column = 'parentCode'
  if (!parents.has(parentCode)) return [{ column, code: 'unknown', words: `找不到编码“${parentCode}”` }]
  let depth = 1
  for (let at: string | undefined = parentCode; at; at = parents.get(at)) {
    if (at === code) return [{ column, code: 'loop', words: '上级不能是自己或自己的下级' }]
    if (++depth > deepest) return [{ column, code: 'deep', words: `最多${deepest}级` }]
  }
  return []
}
