import type { Ctx } from '#packages/core'
import { parseCell, type CheckedRow, type ImportEffect, type RawCell, type SheetRow } from '#packages/sheet'
import { importColumns } from './import-columns.ts'
import { organisationImport } from './organisation-import.ts'

/** By the titles of the columns, as a person fills them in. */
export type RowText = Readonly<Record<string, RawCell>>

/** Rows as the engine hands them over: their cells are right. The first stands below the headings. */
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

/** As the engine does it: examined and applied in one transaction, what is wrong or the same is left out. */
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
  // What is kept of it is JSON.
  return JSON.parse(JSON.stringify(effects)) as ImportEffect[]
}
