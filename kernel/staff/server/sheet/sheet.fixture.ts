import type { Actor, Ctx } from '#packages/core'
import type { CheckedRow, Effect, SheetRow, Verdict } from '#packages/sheet'
import { staffTarget } from './target.ts'

type As = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => Promise<T>
export type Cells = Record<string, string>

/** Rows as the engine hands them over, from the third row on, as below a title and headings. */
export const rowsOf = (cells: readonly Cells[], accepted: readonly string[] = []): SheetRow[] =>
  cells.map((values, at) => ({ row: at + 3, values, accepted }))

/** What the engine does with a target, without files and tasks. */
export function importing(as: As, actor: Actor, orgId: string) {
  const examine = (rows: readonly SheetRow[]) => as(actor, (ctx) => staffTarget.examine(ctx, orgId, rows))
  /** A thousand at a time in one transaction, each examined again before; those that are right and do something. */
  const apply = (rows: readonly SheetRow[], pieceOf = 1000) =>
    as(actor, async (ctx) => {
      const effects: Effect[] = []
      for (let at = 0; at < rows.length; at += pieceOf) {
        const piece = rows.slice(at, at + pieceOf)
        const verdicts = await staffTarget.examine(ctx, orgId, piece)
        const right = piece
          .map((row, nth): CheckedRow => ({ ...row, verdict: verdicts[nth]! }))
          .filter(({ verdict: { issues, result } }) => issues.length === 0 && result !== 'same')
        if (right.length > 0) effects.push(...(await staffTarget.apply(ctx, orgId, right)))
      }
      return effects
    })
  return {
    examine,
    apply,
    one: async (values: Cells, accepted: readonly string[] = []): Promise<Verdict> =>
      (await examine(rowsOf([values], accepted)))[0]!,
    bring: (cells: readonly Cells[], accepted: readonly string[] = []) => apply(rowsOf(cells, accepted)),
    /** As the engine keeps them: through JSON. */
    undo: (effects: readonly Effect[]) =>
      as(actor, (ctx) => staffTarget.undo(ctx, orgId, (JSON.parse(JSON.stringify(effects)) as Effect[]).toReversed())),
    undoable: (effects: readonly Effect[]) => as(actor, (ctx) => staffTarget.undoable(ctx, orgId, effects)),
  }
}

/** What an issue looks like to a test: column:code. */
export const codesOf = ({ issues }: Verdict) => issues.map(({ column, code }) => `${column}:${code}`)

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Everything that is kept of people and where they are, but for what only counts changes: equal when nothing was changed. */
export async function fingerprint(sql: Sql): Promise<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const table of ['person', 'membership', 'staff_file', 'organisation']) {
    const [row] = await sql<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(line, '|' order by line)), '') as print
       from (select (to_jsonb(t) - '{version,updated_at,changed_at,counted_at}'::text[])::text as line from tenant.${table} t) lines`,
    )
    prints[table] = row!.print
  }
  return prints
}
