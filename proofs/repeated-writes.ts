/**
 * Every write endpoint with one idempotency key: twice, many at once, with another body, and again after the connection
 * of the first attempt was killed. Each has one effect, counted in rows, and one answer. `--long` sends 20 at once.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const atOnce = process.argv.includes('--long') ? 20 : 8
const { isGreen, output, end } = await runTest('entry/api/repeated-writes.test.ts', {
  QIMING_REPEATED_AT_ONCE: `${atOnce}`,
})
for (const [line] of output.matchAll(/repeated writes: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`repeated writes: FAILED\n${end}`)
  process.exit(1)
}
