/**
 * Publishing the timetable of a school: every cell is judged, the lessons and duties of a term are written and written
 * again, and a lesson of somebody who is somewhere else is refused with nothing half written. `--long` takes 36 classes
 * (25,000 lessons), judges every lesson, and checks the milliseconds.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const { isGreen, output, end } = await runTest('engines/timetable/server/large-school.test.ts', {
  QIMING_TIMETABLE_CLASSES: isLong ? '36' : '6',
  QIMING_TIMETABLE_JUDGED: isLong ? '1260' : '10',
  QIMING_TIMETABLE_TIMED: isLong ? '1' : '0',
})
for (const [line] of output.matchAll(/timetable: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`timetable: FAILED\n${end}`)
  process.exit(1)
}
