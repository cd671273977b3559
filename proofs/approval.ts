/**
 * The approval engine: random sequences of all operations on fifty random definitions (10,000 with `--long`), the worked
 * traces with their time lines, and two people who decide at once (500 rounds each with `--long`), and an inbox with
 * 400 open tasks beside many finished ones (60,000 with `--long`).
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const files = ['flow.model', 'flow-traces', 'inbox'].map((name) => `kernel/approval/server/${name}.test.ts`)
let failed = 0
for (const file of files) {
  const { isGreen, output, end } = await runTest(file, {
    QIMING_FLOW_RUNS: isLong ? '10000' : '500',
    QIMING_FLOW_ROUNDS: isLong ? '500' : '20',
    QIMING_FLOW_TASKS: isLong ? '60000' : '3000',
  })
  for (const [line] of output.matchAll(/flow (model|races|inbox): .*/g)) console.log(`approval: ${line}`)
  if (isGreen) continue
  failed++
  console.error(`approval: FAILED ${file}\n${end}`)
}
if (failed > 0) process.exit(1)
