/**
 * The records of rolls of a school: every filter of the list and the export of a month, timed. `--long` takes 25,000 rolls, and
 * checks half a second for each filter and ten seconds for the export.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const { isGreen, output, end } = await runTest('applications/roll-call/server/many-records.test.ts', {
  QIMING_ROLLS: isLong ? '25000' : '600',
  QIMING_ROLLS_TIMED: isLong ? '1' : '0',
})
for (const [line] of output.matchAll(/records: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`records: FAILED\n${end}`)
  process.exit(1)
}
