import { hostileSheets } from '#packages/sheet/hostile.fixture.ts'
import type { ImportProofContext } from './import-context.ts'

const secondsAtMost = 2

/** Each file is refused at the upload or while it is read, quickly; a file with formulas gives their values. */
export async function importHostileFiles({ long, clerk, show }: ImportProofContext) {
  const all = hostileSheets()
  // The unit tests of the reader use all of them; here some go through the whole import.
  const sheets = long ? all : all.filter((_, at) => at % 6 === 0)
  let slowest = { name: '', milliseconds: 0 }
  const wrong: string[] = []
  for (const { name, bytes, expect, fileName } of sheets) {
    const began = performance.now()
    const answer = await clerk.offer(fileName, new Uint8Array(bytes))
    const outcome = answer.ret === 1 ? (await clerk.waitForStatus(answer.data.id, 30)).status : 'refused'
    const milliseconds = performance.now() - began
    if (answer.ret === 1) await clerk.discard(answer.data.id)
    if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds }
    const isRefused = outcome === 'refused' || outcome === 'failed'
    if (isRefused !== (expect === 'refused')) wrong.push(`${name}: ${outcome}`)
    // The queue polls at intervals: that wait is not the reader's. With other proofs beside it, the time says nothing.
    if (long && milliseconds > (secondsAtMost + 1) * 1000) wrong.push(`${name}: ${(milliseconds / 1000).toFixed(1)} s`)
  }
  for (const words of wrong) show(words, false)
  show(
    `${sheets.length} hostile spreadsheets; the slowest, ${slowest.name}, took ${(slowest.milliseconds / 1000).toFixed(2)} s from upload to answer`,
    !long || sheets.length >= 60,
  )
}
