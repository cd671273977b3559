import type { Ctx } from '#packages/core'
import { parseCell, type CheckedRow, type ImportEffect, type RawCell, type SheetRow } from '#packages/sheet'
import { importColumns } from './import-columns.ts'
import { organisationImport } from './organisation-import.ts'

/** Cells by column title, as a user fills them in. */
export type RowText = Readonly<Record<string, RawCell>>

/** Rows as the import engine passes them on, with valid cells. The first row follows the headings. */
export const toSheetRows = (written: readonly RowText[]): SheetRow[] =>
  written.map((cells, at) => {
    const values: Record<string, string> = {}
    for (const column of importColumns) {
      const { value, issue } = parseCell(column, [], cells[column.title] ?? null)
      if (issue) throw new Error(`${column.title}: ${issue.message}`)
      if (value !== '') values[column.key] = value
    }
    return { row: at + 2, values, accepted: [] }
  })

export const examine = async (ctx: Ctx, orgId: string, written: readonly RowText[]): Promise<CheckedRow[]> => {
  const rows = toSheetRows(written)
  const verdicts = await organisationImport.examine(ctx, orgId, rows)
  return rows.map((row, at) => ({ ...row, verdict: verdicts[at]! }))
}

/** Like the engine: checks and applies in one transaction, without invalid and unchanged rows. */
export async function importRows(
  ctx: Ctx,
  orgId: string,
  written: readonly RowText[],
): Promise<readonly ImportEffect[]> {
  const checked = await examine(ctx, orgId, written)
  const seen = new Set<string>()
  const good = checked.filter(({ verdict: { issues, result, keys } }) => {
    if (issues.length > 0 || keys.some(({ value }) => seen.has(value))) return false
    for (const { value } of keys) seen.add(value)
    return result !== 'same'
  })
  const effects = await organisationImport.apply(ctx, orgId, good)
  // The engine stores effects as JSON.
  return JSON.parse(JSON.stringify(effects)) as ImportEffect[]
}
