import type { Actor, Ctx } from '#packages/core'
import type { ExportSource, ImportTarget, SheetRow } from '#packages/sheet'

type As = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => Promise<T>
export interface ExportedFile {
  headings: string[]
  /** By column title. */
  lines: Record<string, string>[]
}

/** Exports with all available columns. */
export async function exportAllColumns<Filter>(
  as: As,
  who: Actor,
  source: ExportSource<Filter>,
  filter: Filter,
  { isWhole = false, without = [] as readonly string[] } = {},
): Promise<ExportedFile> {
  const columns = source.columns.filter(({ key }) => !without.includes(key))
  const request = { columns: columns.map(({ key }) => key), isWhole, after: null, limit: 1000 }
  const { rows } = await as(who, (ctx) => source.read(ctx, filter, request))
  const headings = columns.map(({ title }) => title)
  return {
    headings,
    lines: rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [headings[at]!, String(cell ?? '')]))),
  }
}

/** The rows of the file as the engine passes them to its target. A cell that cannot be parsed fails the test. */
export async function parseExportedRows(
  as: As,
  who: Actor,
  target: ImportTarget,
  orgId: string,
  { headings, lines }: ExportedFile,
) {
  // Loaded here, because most tests read no sheets.
  const { guessColumns, parseCell } = await import('#packages/sheet')
  const { choices } = await as(who, (ctx) => target.loadContext(ctx, orgId))
  const importedHeadings = headings.map((heading) => (target.notImported?.includes(heading) ? '' : heading))
  const guesses = guessColumns(target.columns, importedHeadings, [])
  return lines.map((line, at): SheetRow => {
    const values: Record<string, string> = {}
    const masked: string[] = []
    const months: string[] = []
    for (const [nth, heading] of headings.entries()) {
      const column = target.columns.find(({ key }) => key === guesses[nth]!.key)
      if (!column) continue
      const { key } = column
      const cell = parseCell(column, choices[key] ?? [], line[heading] ?? '')
      if (cell.issue) throw new Error(`${heading} ${line[heading]}: ${cell.issue.message}`)
      if (cell.value !== '') values[key] = cell.value
      if (cell.isMasked) masked.push(key)
      if (cell.isMonth) months.push(key)
    }
    return { row: at + 2, values, masked, months, accepted: [] }
  })
}
