/**
 * The records of covers of a school: every filter of the list and the whole export, timed. `--long` takes 6,000 legs, and
 * checks half a second for each filter and ten seconds for the export.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const { isGreen, output, end } = await runTest('applications/lesson-changes/server/many-records.test.ts', {
  QIMING_COVER_LEGS: isLong ? '6000' : '300',
  QIMING_COVER_TIMED: isLong ? '1' : '0',
})
for (const [line] of output.matchAll(/covers: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`covers: FAILED\n${end}`)
  process.exit(1)
}
