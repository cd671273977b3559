import { readFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { toBadSheet } from './bad-sheet.ts'
import { readSheetRows, type ReadRequest, type ReaderMessage } from './read-rows.ts'

/** Reads one spreadsheet in a process of its own and tells what is in it, a line of JSON at a time. */
async function main({ path, ...request }: ReadRequest & { path: string }) {
  const file = await open(path)
  try {
    const rowCount = await readSheetRows(file, request, emit)
    emit({ kind: 'end', rowCount, peakBytes: peakBytes() })
  } catch (error) {
    const bad = toBadSheet(error)
    if (!bad) throw error
    emit({ kind: 'refused', message: bad.message })
  } finally {
    await file.close()
  }
}

/** Waits until whoever listens has taken what came before: more than a pipe's worth never lies about. */
function emit(message: ReaderMessage | { kind: 'refused'; message: string }) {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  for (let at = 0; at < line.length;) {
    try {
      at += writeSync(1, line, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

/** The most memory that it held. What the system tells of a process counts that of whoever started it. */
const peakBytes = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024

await main(JSON.parse(process.argv[2]!) as Parameters<typeof main>[0])
