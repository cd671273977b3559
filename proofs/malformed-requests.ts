/**
 * Requests with errors. Generated from the contracts: wrong types, boundary values, odd Unicode, injections and wrong
 * structures in valid requests to every endpoint, as callers of different roles. Then raw bytes at the ports of the API
 * and of the files. No server error, no answer that breaks its contract, no internal detail, no hang. Then: how long
 * tokens, streams and links work after they were revoked. `--seed=N` repeats a run.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const isLong = process.argv.includes('--long')
const seed = process.argv.find((word) => word.startsWith('--seed='))?.slice('--seed='.length)
const settings = {
  QIMING_FUZZ_INPUTS: isLong ? '175000' : '20000',
  QIMING_EDGE_ROUNDS: isLong ? '50000' : '2000',
  ...(seed ? { QIMING_MODEL_SEED: seed } : {}),
}
let isGood = true
for (const name of ['generated-requests', 'malformed-requests', 'revoke-sessions']) {
  const { isGreen, output, end } = await runTest(`entry/api/${name}.test.ts`, settings)
  for (const [line] of output.matchAll(/(fuzz|edge|revocation): .*/g)) console.log(line)
  if (isGreen) continue
  isGood = false
  console.error(`edge: FAILED ${name}\n${end}`)
}
if (!isGood) process.exit(1)
