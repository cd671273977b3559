/**
 * A morning of a school of 2,000 pupils in steps of a minute: rolls that are not called or sent late, substitutes,
 * transfers, late leave, families that cannot be reached, a worker that is dead for seven minutes, jobs that run twice.
 * Every unexplained child ends in a named outcome or is made known to the next people in time, and nobody is notified
 * twice of one step, as a simple model has it. `--long` takes five mornings, each with a seed of its own.
 */
import { runTest } from './shared/test-run.ts'

export const about = [
  'engines/attendance/server/cases/**',
  'engines/attendance/server/sessions/**',
  'engines/alert/**',
  'kernel/student/server/service/family/notify-families.ts',
]
export const shortSeconds = 30

const mornings = process.argv.includes('--long') ? 5 : 1
const firstSeed = Number(process.env['QIMING_MODEL_SEED'] ?? Date.now() % 1_000_000)
for (let morning = 0; morning < mornings; morning++) {
  const { isGreen, output, end } = await runTest('engines/attendance/server/cases/unexplained-absence.model.test.ts', {
    QIMING_ABSENCE_PUPILS: '2000',
    QIMING_MODEL_SEED: `${firstSeed + morning}`,
  })
  for (const [line] of output.matchAll(/absences: .*/g)) console.log(line)
  if (!isGreen) {
    console.error(`absences: FAILED with seed ${firstSeed + morning}\n${end}`)
    process.exit(1)
  }
}
