import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenField } from '#packages/contract'
import { Refusal } from '#packages/core'
import { checkSheetFile, getCellText, readSheet } from '#packages/sheet'

const rowsAtMost = 50_000

type FileRow = Record<string, unknown>

/** The rows of a spreadsheet, by heading, or of a file with one JSON object in each line. */
export const readCollectFile = (
  bytes: Uint8Array,
  name: string,
  fields: readonly OpenField[],
): Promise<FileRow[]> | FileRow[] =>
  /\.(jsonl|ndjson|json)$/i.test(name) ? readJsonLines(bytes) : readSheetRows(bytes, name, fields)

function readJsonLines(bytes: Uint8Array): FileRow[] {
  const lines = new TextDecoder().decode(bytes).split('\n')
  const rows = lines.flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, at + 1)]))
  if (rows.length > rowsAtMost) throw new Refusal(`一次最多${rowsAtMost}行，请拆分后上传`)
  return rows
}

function parseLine(line: string, at: number): FileRow {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as FileRow
  } catch {
    // Said below.
  }
  throw new Refusal(`第${at}行不是JSON对象`)
}

async function readSheetRows(bytes: Uint8Array, name: string, fields: readonly OpenField[]): Promise<FileRow[]> {
  const suffix = checkSheetFile(bytes, name)
  const folder = await mkdtemp(join(tmpdir(), 'collect-'))
  try {
    const path = join(folder, `sheet.${suffix}`)
    await writeFile(path, bytes)
    const known = fields.flatMap((field) => [field.title, field.name])
    let headings: string[] = []
    const rows: FileRow[] = []
    for await (const piece of readSheet(path, { suffix, rowsAtMost, known }))
      if (piece.kind === 'head') headings = piece.headings
      else if (piece.kind === 'rows')
        for (const { cells } of piece.rows)
          rows.push(Object.fromEntries(cells.map((cell, at) => [headings[at] ?? '', getCellText(cell)])))
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
