/**
 * Figures of a large district: how many rows two years of 150 schools are, and what a board and the statistics take while
 * eight people read. `--long` writes them all, and checks the milliseconds.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const settings = process.argv.includes('--long')
  ? { QIMING_METRIC_SCHOOLS: '150', QIMING_METRIC_DAYS: '730', QIMING_METRIC_APPS: '50', QIMING_METRIC_TIMED: '1' }
  : {}
const { isGreen, output, end } = await runTest('entry/testing/metric-size.test.ts', settings)
for (const [line] of output.matchAll(/metric: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`metric: FAILED\n${end}`)
  process.exit(1)
}
