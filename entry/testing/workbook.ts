import { streamSheet, type ExportCell } from '#packages/sheet'

interface WorkbookContent {
  title: string
  headings: readonly string[]
  rows: Iterable<readonly ExportCell[]>
}

/** A spreadsheet of an office: a title, then the headings. */
export async function createWorkbook({ title, headings, rows }: WorkbookContent): Promise<Uint8Array<ArrayBuffer>> {
  const lines = (function* () {
    yield headings
    yield* rows
  })()
  const columns = headings.map((_, at) => ({ title: at === 0 ? title : '' }))
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheet({ sheetName: '花名册', columns, rows: lines })) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
