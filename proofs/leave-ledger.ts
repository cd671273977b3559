/**
 * The ledger of leave: after random grants, leaves, early returns and expiries the sum of the ledger is the balance of
 * everybody, as a simple model has it. `--long` takes 4,000 staff and 20,000 steps.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const [staff, steps] = process.argv.includes('--long') ? [4_000, 20_000] : [80, 800]
const { isGreen, output, end } = await runTest('applications/teacher-leave/server/ledger.model.test.ts', {
  QIMING_LEDGER_STAFF: `${staff}`,
  QIMING_LEDGER_STEPS: `${steps}`,
})
for (const [line] of output.matchAll(/ledger model: .*/g)) console.log(line.replace('ledger model', 'ledger'))
if (!isGreen) {
  console.error(`ledger: FAILED\n${end}`)
  process.exit(1)
}
