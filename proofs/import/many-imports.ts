import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createStaffFile } from '../../entry/testing/staff-import-file.ts'
import { quantile } from '../shared/browser.ts'
import { createWorkbook } from './import-clerk.ts'
import { formatSeconds, measureTime, type ImportProofContext } from './import-context.ts'

const megabytesAtMost = 300

/** Very many rows: little memory, visible progress, and no delay for others. */
export async function importManyAtOnce(context: ImportProofContext) {
  const { long, clerk, departments, show } = context
  // A memory limit close to the need: with more, V8 would only collect garbage later.
  await context.worker.kill('SIGTERM')
  context.worker = await context.startWorker({ NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=4' })
  const { worker } = context
  const rows = long ? 100_000 : 5_000
  const file = createStaffFile({ rows, departments, series: 3 })
  const bytes = await createWorkbook(file)
  console.log(`import: ${rows.toLocaleString('en')} rows are ${(bytes.length / 1e6).toFixed(1)} MB`)
  const look = () => clerk.who.post('/api/users/search', { pageSize: 20 })
  const quiet = await latencies(look, 100)

  const idle = residentOf(worker.child.pid!)
  const memory = watchMemory(worker.child.pid!)
  const busy: number[] = []
  const asking = keepAsking(look, busy)
  const steps = new Set<number>()
  const [read, reading] = await measureTime(() => clerk.upload('全区.xlsx', bytes))
  await clerk.startMapping(read.id, read.columns)
  const [checked, checking] = await measureTime(async () => {
    for (;;) {
      const batch = await clerk.batch(read.id)
      if (batch.progress) steps.add(batch.progress.done)
      if (batch.status === 'ready' || batch.status === 'failed') return batch
      await sleep(50)
    }
  })
  asking.stop()
  const peaks = memory.stop()
  show(`read in ${formatSeconds(reading)}, checked in ${formatSeconds(checking)}: ${checked.summary?.new} new, ${checked.summary?.wrong} wrong`, checked.summary?.new === rows) // prettier-ignore
  show(`memory: reader ${peaks.children.toFixed(0)} MB, worker ${peaks.self.toFixed(0)} MB (${idle.toFixed(0)} MB before)`, peaks.children > 0 && peaks.children < megabytesAtMost && peaks.self < megabytesAtMost) // prettier-ignore
  show(`progress was seen at ${steps.size} places`, steps.size > 2)
  const [p50, p99] = [quantile(busy, 0.5), quantile(busy, 0.99)]
  show(`another list meanwhile: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${busy.length} (before: p50 ${quantile(quiet, 0.5).toFixed(0)} ms, p99 ${quantile(quiet, 0.99).toFixed(0)} ms)`, p99 < (long ? 500 : 10_000)) // prettier-ignore
  await clerk.discard(read.id)
}

async function latencies(ask: () => Promise<{ milliseconds: number }>, count: number) {
  const times: number[] = []
  for (let at = 0; at < count; at++) times.push((await ask()).milliseconds)
  return times
}

function keepAsking(ask: () => Promise<{ milliseconds: number }>, times: number[]) {
  let isOver = false
  void (async () => {
    while (!isOver) {
      times.push((await ask()).milliseconds)
      await sleep(20)
    }
  })()
  return { stop: () => (isOver = true) }
}

/** The peak memory of a process and its children in megabytes, as Linux counts it. */
function watchMemory(pid: number) {
  const peaks = { self: 0, children: 0 }
  const look = () => {
    peaks.self = Math.max(peaks.self, residentOf(pid))
    for (const child of childrenOf(pid)) peaks.children = Math.max(peaks.children, residentOf(child))
  }
  const timer = setInterval(look, 50)
  return {
    stop() {
      clearInterval(timer)
      return peaks
    },
  }
}

function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0 // it has just ended
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}
