import { readFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { asBadSheet } from './bad-sheet.ts'
import { read, type Asked, type Told } from './read.ts'

/** Reads one spreadsheet in a process of its own and tells what is in it, a line of JSON at a time. */
async function main({ path, ...asked }: Asked & { path: string }) {
  const file = await open(path)
  try {
    const rowCount = await read(file, asked, tell)
    tell({ kind: 'end', rowCount, peakBytes: peakBytes() })
  } catch (error) {
    const bad = asBadSheet(error)
    if (!bad) throw error
    tell({ kind: 'refused', words: bad.message })
  } finally {
    await file.close()
  }
}

/** Waits until whoever listens has taken what came before: more than a pipe's worth never lies about. */
function tell(told: Told | { kind: 'refused'; words: string }) {
  const line = Buffer.from(`${JSON.stringify(told)}\n`)
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
