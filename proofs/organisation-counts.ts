/**
 * Organisation counts after random changes: nodes are created, moved, merged, split and deleted, people are hired, get
 * further memberships and leave, three at once. After every round each path and each count is compared with a slow
 * recount. `--long` does a thousand steps.
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
