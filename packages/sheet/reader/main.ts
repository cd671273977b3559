import { readFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { toBadSheet } from './bad-sheet.ts'
import { readSheetRows, type ReadRequest, type ReaderMessage } from './read-rows.ts'

/** Reads one spreadsheet in its own process and writes the content as lines of JSON. */
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

/** Writes synchronously, so that it waits for the consumer and never buffers more than a pipe. */
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

/** The own peak memory. The resource usage of the system would include the parent process. */
const peakBytes = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024

await main(JSON.parse(process.argv[2]!) as Parameters<typeof main>[0])
