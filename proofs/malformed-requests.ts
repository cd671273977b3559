/**
 * Raw bytes at the ports of the API and of the files: U+0000 at every endpoint, unknown host names, requests that break
 * the rules of HTTP, and valid ones with random errors. No server error, no internal detail, no answer without the
 * security headers. Then: how long tokens, streams and links work after they were revoked.
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
