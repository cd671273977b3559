import type { Actor, Ctx } from '#packages/core'
import type { CheckedRow, Effect, ImportTarget, SheetRow, Verdict } from '#packages/sheet'

type As = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => Promise<T>
export type Cells = Record<string, string>

/** Rows as the engine hands them over, from the third row on, as below a title and headings. */
export const rowsOf = (cells: readonly Cells[], accepted: readonly string[] = []): SheetRow[] =>
  cells.map((values, at) => ({ row: at + 3, values, accepted }))

/** What the engine does with a target, without files and tasks. */
export const importingTo = (target: ImportTarget) => (as: As, actor: Actor, orgId: string) => {
  const examine = (rows: readonly SheetRow[]) => as(actor, (ctx) => target.examine(ctx, orgId, rows))
  /** A thousand at a time in one transaction, each examined again before; those that are right and do something. */
  const apply = (rows: readonly SheetRow[], pieceOf = 1000) =>
    as(actor, async (ctx) => {
      const effects: Effect[] = []
      for (let at = 0; at < rows.length; at += pieceOf) {
        const piece = rows.slice(at, at + pieceOf)
        const verdicts = await target.examine(ctx, orgId, piece)
        const right = piece
          .map((row, nth): CheckedRow => ({ ...row, verdict: verdicts[nth]! }))
          .filter(({ verdict: { issues, result } }) => issues.length === 0 && result !== 'same')
        if (right.length > 0) effects.push(...(await target.apply(ctx, orgId, right)))
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
      as(actor, (ctx) => target.undo(ctx, orgId, (JSON.parse(JSON.stringify(effects)) as Effect[]).toReversed())),
    undoable: (effects: readonly Effect[]) => as(actor, (ctx) => target.undoable(ctx, orgId, effects)),
  }
}

/** What an issue looks like to a test: column:code. */
export const codesOf = ({ issues }: Verdict) => issues.map(({ column, code }) => `${column}:${code}`)
