/**
 * What is written to the ports of the API and of the files before it is anybody's request: U+0000 at every endpoint, names
 * that are not ours, requests that break the rules of HTTP, and sound ones spoilt at random. No fault, nothing of our
 * inside, no answer without the headers about safety. Then how long what was handed out is good after it was taken back.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const rounds = process.argv.includes('--long') ? 50_000 : 2_000
let isGood = true
for (const file of ['entry/api/malformed-requests.test.ts', 'entry/api/revoke-sessions.test.ts']) {
  const { isGreen, output, end } = await runTest(file, { QIMING_EDGE_ROUNDS: `${rounds}` })
  for (const [line] of output.matchAll(/(edge|revocation): .*/g)) console.log(line)
  if (isGreen) continue
  isGood = false
  console.error(`edge: FAILED ${file}\n${end}`)
}
if (!isGood) process.exit(1)
