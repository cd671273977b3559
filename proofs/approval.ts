/**
 * The approval engine: random sequences of all operations on fifty random definitions (10,000 with `--long`), the worked
 * traces with their time lines, and two people who decide at once (500 rounds each with `--long`).
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const files = ['kernel/approval/server/flow.model.test.ts', 'kernel/approval/server/flow-traces.test.ts']
let failed = 0
for (const file of files) {
  const { isGreen, output, end } = await runTest(file, {
    QIMING_FLOW_RUNS: isLong ? '10000' : '500',
    QIMING_FLOW_ROUNDS: isLong ? '500' : '20',
  })
  for (const [line] of output.matchAll(/flow (model|races): .*/g)) console.log(`approval: ${line}`)
  if (isGreen) continue
  failed++
  console.error(`approval: FAILED ${file}\n${end}`)
}
if (failed > 0) process.exit(1)
