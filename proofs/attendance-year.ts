/**
 * The attendance of a school's term: presence counted from exceptions against a count of every record, the term of a class
 * and of a pupil, and the morning on which all lessons are submitted. `--long` takes 36 classes of 45 pupils with 35
 * lessons a week, 1.1 million pupil-lessons, and 4,300 submits in two minutes, and checks the seconds.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const { isGreen, output, end } = await runTest('engines/attendance/server/sessions/year.test.ts', {
  QIMING_ROLL_CLASSES: isLong ? '36' : '3',
  QIMING_ROLL_TIMED: isLong ? '1' : '0',
})
for (const [line] of output.matchAll(/attendance: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`attendance: FAILED\n${end}`)
  process.exit(1)
}
