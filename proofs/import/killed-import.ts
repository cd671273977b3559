import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolClient } from '#packages/db'
import type { Batch } from '#kernel/sheet/contract.ts'
import { createStaffFile } from '../../entry/testing/staff-import-file.ts'
import { requireGood } from '../shared/upload.ts'
import { finalStatuses, createWorkbook } from './import-clerk.ts'
import { formatSeconds, measureTime, type ImportProofContext } from './import-context.ts'
import { hashTables } from '../../entry/testing/table-hashes.ts'

/**
 * The worker dies while reading, checking, applying and undoing, and another takes over. The result is everything or
 * nothing.
 */
export async function killDuringImport(context: ImportProofContext) {
  const { long, clerk, departments, database, show } = context
  const rows = 1_500
  const rounds = long ? 8 : 1
  const bytes = await createWorkbook(createStaffFile({ rows, departments, series: 5 }))
  const before = await hashTables(database)
  let kills = 0
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    const { id } = await requireGood(clerk.offer(`第${round}次.xlsx`, bytes))
    const read = await cutting(['reading'], id)
    await clerk.startMapping(id, read.columns)
    const checked = await cutting(['checking'], id)
    if (checked.summary?.new !== rows) show(`killed while checking: ${checked.summary?.new} of ${rows} new`, false)
    await clerk.startApplying(id)
    const applied = await cutting(['applying'], id)
    await either('applying', applied, 'applied', rows)
    await clerk.startUndoing(id)
    const undone = await cutting(['undoing'], id)
    await either('undoing', undone, 'undone', 0)
    await clerk.discard(id)
  }
  show(`the worker was killed ${kills} times at four stages; never half, taken over within ${formatSeconds(slowest)}`, kills >= rounds) // prettier-ignore
  show('row hashes are equal in the end', (await hashTables(database)) === before)

  /** Kills the worker in a stage, starts another one, and waits for the end. In between nothing may be half done. */
  async function cutting(stages: readonly Batch['status'][], id: string): Promise<Batch> {
    let { status } = await clerk.batch(id)
    for (const deadline = Date.now() + 10_000; !stages.includes(status) && Date.now() < deadline; await sleep(10)) {
      status = (await clerk.batch(id)).status
      if (finalStatuses.includes(status)) break
    }
    await sleep(randomInt(0, long ? 900 : 300))
    if (stages.includes((await clerk.batch(id)).status)) kills++
    await context.worker.kill('SIGKILL')
    const added = await countPeople(database)
    if (added !== 0 && added !== rows) show(`${added} of ${rows} people are there while nobody works`, false)
    const [batch, took] = await measureTime(async () => {
      context.worker = await context.startWorker()
      return clerk.waitForStatus(id)
    })
    slowest = Math.max(slowest, took)
    return batch
  }

  async function either(what: string, { status, message }: Batch, expected: Batch['status'], count: number) {
    const added = await countPeople(database)
    const isGood = status === expected && added === count
    if (!isGood) show(`killed while ${what}: ${status} ${message}, ${added} people`, false)
  }
}

/** Counts the people of this file by their staff numbers. */
async function countPeople(database: string): Promise<number> {
  const client = createToolClient(database)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from tenant.membership where district_id = 1 and number like 'T5%'`,
  )
  await client.end()
  return Number(rows[0]!.count)
}
