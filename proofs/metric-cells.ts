/**
 * Figures of a district: random cells equal the sum of their schools, computed by a slow way, and the length of the list
 * behind them, after random corrections; small cells do not follow from all answers; and what a late figure and the reads
 * of a board take. `--long` takes 1,000 cells of 150 schools, then a year of nine metrics, and checks the seconds.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const settings = isLong
  ? {
      QIMING_METRIC_SCHOOLS: '150',
      QIMING_METRIC_CELLS: '1000',
      QIMING_METRIC_DAYS: '365',
      QIMING_METRIC_TIMED: '1',
      QIMING_METRIC_ROUNDS: '10',
    }
  : {}
for (const name of ['cells', 'hidden-cells', 'large-district']) {
  const { isGreen, output, end } = await runTest(`kernel/metric/server/${name}.test.ts`, settings)
  for (const [line] of output.matchAll(/metric: .*/g)) console.log(line)
  if (!isGreen) {
    console.error(`metric: FAILED\n${end}`)
    process.exit(1)
  }
}
