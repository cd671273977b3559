/**
 * The model tests of QR sign-in and of switching in three tabs, with many sequences, and their figures. Each also finds
 * a deliberately broken variant.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const runs = process.argv.includes('--long') ? 5_000 : 500
const files = ['entry/api/qr-sign-in.model.test.ts', 'entry/api/switch-organisation.model.test.ts']
let failed = 0
for (const file of files) {
  const { isGreen, output, end } = await runTest(file, { QIMING_MODEL_RUNS: `${runs}` })
  for (const [line] of output.matchAll(/(qr|switching) model: .*/g)) console.log(`models: ${line}`)
  if (isGreen) continue
  failed++
  console.error(`models: FAILED ${file}\n${end}`)
}
if (failed > 0) process.exit(1)
