import { Buffer } from 'node:buffer'
import { isMobile, newId, notFound, type Actor, type Ctx } from '#packages/core'
import type { Db } from '#packages/db'
import {
  findNearestChoice,
  streamSheet,
  type ImportEffect,
  type ExportCell,
  type ImportTarget,
  type RowIssue,
  type SheetChoice,
  type SheetRow,
  type RowVerdict,
} from '#packages/sheet'

export type RunSql = <Row>(db: Db, text: string, values: readonly unknown[]) => Promise<Row[]>

interface Book {
  id: string
  code: string
  name: string
  shelf: string
  kind: string
  version: number
}

export const bookTable = `
  create table tenant.book (
    district_id int not null default tenant.current_district(), id uuid not null, org_id uuid not null,
    code text not null, name text not null, shelf text not null default '', kind text not null default '',
    version int not null default 1, primary key (district_id, id), unique (district_id, org_id, code)
  );
  select tenant.wall('book', 'select', 'insert', 'update', 'delete')`

const shelves: SheetChoice[] = ['语文柜', '数学柜', '英语柜'].map((title) => ({ value: title, title }))
const kinds: SheetChoice[] = [
  { value: 'lent', title: '可外借', synonyms: ['1', '是'] },
  { value: 'kept', title: '馆内阅览', synonyms: ['2', '否'] },
]

/** An import target for tests: the books of a school, with a table of its own. */
export function booksTarget(sql: RunSql, organisations: () => readonly { id: string; name: string }[]) {
  /** Hooks for the tests. */
  const on = { apply: async (_ctx: Ctx, _rows: number) => {}, examined: 0 }
  const books = async (ctx: Ctx, orgId: string) =>
    new Map(
      (await sql<Book>(ctx.db, 'select id, code, name, shelf, kind, version from book where org_id = $1', [orgId])).map(
        (book) => [book.code, book],
      ),
    )

  function verdictOn({ values, accepted }: SheetRow, known: ReadonlyMap<string, Book>): RowVerdict {
    const { code = '', name = '', shelf = '', kind = '' } = values
    const book = known.get(code)
    const issues: RowIssue[] = []
    if (shelf && !shelves.some(({ value }) => value === shelf)) {
      const meant = findNearestChoice(shelf, shelves)
      const fixes = meant
        ? [{ kind: 'set' as const, column: 'shelf', value: meant.value, label: `改为“${meant.title}”`, isGuess: true }]
        : []
      issues.push({ column: 'shelf', code: 'unknown', message: `找不到“${shelf}”`, fixes })
    }
    if (code.startsWith('X') && !accepted.includes('elsewhere'))
      issues.push({
        column: 'code',
        code: 'elsewhere',
        message: '属于文澜中学',
        title: '编号属于其他学校',
        fixes: [
          { kind: 'accept', label: '仍然登记' },
          { kind: 'skip', label: '跳过' },
        ],
      })
    const changes = book
      ? (['name', 'shelf', 'kind'] as const).flatMap((column) =>
          values[column] && values[column] !== book[column] ? [{ column, before: book[column] }] : [],
        )
      : []
    return {
      issues,
      changes,
      id: book?.id ?? null,
      mark: String(book?.version ?? ''),
      unit: shelf,
      keys: [{ column: 'code', value: code }, ...(name === '孤本' ? [{ column: 'name', value: name }] : [])],
      result: !book ? 'new' : changes.length > 0 ? 'changed' : 'same',
      ...(kind ? {} : {}),
    }
  }

  const target: ImportTarget = {
    key: 'book',
    title: '图书',
    measure: '册',
    page: '/baseData/Books',
    permission: 'user.edit',
    version: 2,
    rowsAtMost: 5_000,
    matchHint: '匹配规则：编号',
    columns: [
      { key: 'name', title: '书名', kind: 'text', isRequired: true, isName: true, synonyms: ['名称'], max: 40 },
      { key: 'code', title: '编号', kind: 'text', isRequired: true, synonyms: ['图书编号'], max: 12 },
      { key: 'shelf', title: '书柜', kind: 'lookup' },
      { key: 'kind', title: '借阅', kind: 'choice', choices: kinds },
      {
        key: 'phone',
        title: '联系手机',
        kind: 'mobile',
        check: (value) => (isMobile(value) ? undefined : '格式不正确'),
      },
    ],
    async loadContext(_ctx, orgId) {
      const organisation = organisations().find(({ id }) => id === orgId)
      if (!organisation || !isWithin(_ctx.actor, orgId)) throw notFound('组织')
      return { orgName: organisation.name, choices: { shelf: shelves } }
    },
    async examine(ctx, orgId, rows) {
      on.examined += rows.length
      const known = await books(ctx, orgId)
      return rows.map((row) => verdictOn(row, known))
    },
    async apply(ctx, orgId, rows) {
      const effects: ImportEffect[] = []
      for (const { row, values, verdict } of rows) {
        const { name = '', code = '', shelf = '', kind = '' } = values
        if (verdict.result === 'new') {
          const id = newId()
          await sql(ctx.db, 'insert into book (id, org_id, code, name, shelf, kind) values ($1, $2, $3, $4, $5, $6)', [
            id,
            orgId,
            code,
            name,
            shelf,
            kind,
          ])
          effects.push({ row, result: 'new', id, before: null, mark: '1' })
        } else {
          const [before] = await sql<Book>(ctx.db, 'select * from book where id = $1 and version = $2', [
            verdict.id,
            verdict.mark,
          ])
          if (!before) throw new Error('somebody was faster')
          const version = before.version + 1
          await sql(ctx.db, 'update book set name = $2, shelf = $3, kind = $4, version = $5 where id = $1', [
            before.id,
            name || before.name,
            shelf || before.shelf,
            kind || before.kind,
            version,
          ])
          effects.push({ row, result: 'changed', id: before.id, before, mark: String(version) })
        }
        await on.apply(ctx, effects.length)
      }
      return effects
    },
    undo: (ctx, _orgId, effects) => undoEffects(ctx, effects, true),
    previewUndo: (ctx, _orgId, effects) => undoEffects(ctx, effects, false),
    async countByUnit(ctx, orgId) {
      const text = 'select shelf, count(*) from book where org_id = $1 group by shelf'
      const rows = await sql<{ shelf: string; count: number }>(ctx.db, text, [orgId])
      return new Map(rows.map(({ shelf, count }) => [shelf, count]))
    },
  }

  async function undoEffects(ctx: Ctx, effects: readonly ImportEffect[], isDone: boolean) {
    const undone: { row: number; keptReason: string }[] = []
    for (const { row, id, mark, result, before } of effects) {
      const text = 'select id from book where id = $1 and version = $2'
      const isSame = (await sql(ctx.db, text, [id, mark])).length > 0
      undone.push({ row, keptReason: isSame ? '' : '已被他人修改' })
      if (!isSame || !isDone) continue
      const { name, shelf, kind, version } = (before ?? {}) as Partial<Book>
      if (result === 'new') await sql(ctx.db, 'delete from book where id = $1', [id])
      else
        await sql(ctx.db, 'update book set name = $2, shelf = $3, kind = $4, version = $5 where id = $1', [
          id,
          name,
          shelf,
          kind,
          version,
        ])
    }
    return undone
  }
  return { target, on }
}

function isWithin({ permissions, orgId: own }: Actor, orgId: string): boolean {
  const scope = permissions.get('user.edit')
  return scope !== undefined && (scope.district || own === orgId)
}

export const csv = (lines: readonly (readonly (string | number)[])[]) =>
  Buffer.from(lines.map((line) => line.join(',')).join('\n'))

export async function xlsx(headings: readonly string[], rows: readonly (readonly ExportCell[])[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const columns = headings.map((title) => ({ title }))
  for await (const piece of streamSheet({ sheetName: '登记表', columns, rows })) pieces.push(piece)
  return Buffer.concat(pieces)
}
