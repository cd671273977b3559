import { sheetStream, type ExportCell } from '#packages/sheet'

interface ClerksFile {
  title: string
  headings: readonly string[]
  rows: Iterable<readonly ExportCell[]>
}

/** A spreadsheet as an office keeps it: a title, then the headings. */
export async function workbookOf({ title, headings, rows }: ClerksFile): Promise<Uint8Array<ArrayBuffer>> {
  const lines = (function* () {
    yield headings
    yield* rows
  })()
  const columns = headings.map((_, at) => ({ title: at === 0 ? title : '' }))
  const pieces: Uint8Array[] = []
  for await (const piece of sheetStream({ sheetName: '花名册', columns, rows: lines })) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
