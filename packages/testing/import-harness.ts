import type { Actor, Ctx } from '#packages/core'
import type { CheckedRow, ImportEffect, ImportTarget, SheetRow, RowVerdict } from '#packages/sheet'

type As = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => Promise<T>
export type CellValues = Record<string, string>

/** Rows as the engine passes them on, from the third row on, as below a title and headings. */
export const makeSheetRows = (cells: readonly CellValues[], accepted: readonly string[] = []): SheetRow[] =>
  cells.map((values, at) => ({ row: at + 3, values, accepted }))

/** Runs a target as the engine does, without files and tasks. */
export const createImportHarness = (target: ImportTarget) => (as: As, actor: Actor, orgId: string) => {
  const examine = (rows: readonly SheetRow[]) => as(actor, (ctx) => target.examine(ctx, orgId, rows))
  /** In transactions of a thousand, each checked again first; only valid rows that change something. */
  const apply = (rows: readonly SheetRow[], pieceOf = 1000) =>
    as(actor, async (ctx) => {
      const effects: ImportEffect[] = []
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
    one: async (values: CellValues, accepted: readonly string[] = []): Promise<RowVerdict> =>
      (await examine(makeSheetRows([values], accepted)))[0]!,
    bring: (cells: readonly CellValues[], accepted: readonly string[] = []) => apply(makeSheetRows(cells, accepted)),
    /** As the engine stores them: through JSON. */
    undo: (effects: readonly ImportEffect[]) =>
      as(actor, (ctx) => target.undo(ctx, orgId, (JSON.parse(JSON.stringify(effects)) as ImportEffect[]).toReversed())),
    undoable: (effects: readonly ImportEffect[]) => as(actor, (ctx) => target.previewUndo(ctx, orgId, effects)),
  }
}

/** Issues as column:code, for tests. */
export const listIssueCodes = ({ issues }: RowVerdict) => issues.map(({ column, code }) => `${column}:${code}`)
