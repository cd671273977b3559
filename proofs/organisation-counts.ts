/**
 * The counts of organisations after random moves: nodes are made, moved, merged, split and deleted, people are hired,
 * get further places and leave, by three at once, and after every round each path and each count is compared with one that
 * was counted by hand. `--long` does it a thousand times.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const steps = process.argv.includes('--long') ? 1_000 : 150
const { isGreen, output, end } = await runTest('entry/api/organisation-counts.model.test.ts', {
  QIMING_COUNT_STEPS: `${steps}`,
})
for (const [line] of output.matchAll(/counts model: .*/g)) console.log(line.replace('counts model', 'counts'))
if (!isGreen) {
  console.error(`counts: FAILED\n${end}`)
  process.exit(1)
}
