/**
 * explainAccess in a random district: for ten thousand random triples of a person, a record and a permission (fifty
 * thousand with `--long`) the explanation says yes exactly when the query of the record's module returns the row, and
 * the listed holders are exactly the people with a yes. Controls: an incomplete query or explanation is noticed.
 */
import { runTest } from './shared/test-run.ts'

/** `pnpm test` contains the short form. */
export const about: string[] = []

const triples = process.argv.includes('--long') ? 50_000 : 10_000
const { isGreen, output, end } = await runTest('entry/api/explain-access.model.test.ts', {
  QIMING_MIRROR_TRIPLES: `${triples}`,
})
for (const [line] of output.matchAll(/explain-access: .*/g)) console.log(line)
if (!isGreen) {
  console.error(`explain-access: FAILED\n${end}`)
  process.exit(1)
}
