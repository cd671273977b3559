import { staffFaultKinds, createStaffFile, commonStaffFaults } from '../../entry/testing/staff-import-file.ts'
import { createWorkbook } from './import-clerk.ts'
import { formatSeconds, measureTime, type ImportProofContext } from './import-context.ts'
import { hashTables } from '../../entry/testing/table-hashes.ts'

const people = 1_200
/** Errors without a fix for all rows at once; these are typed. */
const typed = ['idCard:checksum', 'mobile:format', 'birthday:date']

/** Twelve hundred people, thirty-seven of them with errors of eight kinds. */
export async function importEverydayFiles({ long, clerk, departments, database, show }: ImportProofContext) {
  // With other proofs beside it, the time says little.
  const patience = long ? 1 : 10
  const file = createStaffFile({ rows: people, departments, broken: commonStaffFaults, series: 1 })
  const bytes = await createWorkbook(file)
  const before = await hashTables(database)

  const [read, reading] = await measureTime(() => clerk.upload('花名册.xlsx', bytes))
  const known = read.columns.filter(({ key }) => key !== null).length
  show(
    `${known} of ${read.columns.length} columns recognised (序号 is none of ours)`,
    known === read.columns.length - 1,
  )
  const [checked, checking] = await measureTime(() => clerk.map(read))
  show(
    `${people} rows read in ${formatSeconds(reading)} and checked in ${formatSeconds(checking)}`,
    reading + checking < 5_000 * patience,
  )
  const groups = new Map(checked.summary!.groups.map((group) => [group.kind, group]))
  for (const kind of staffFaultKinds) {
    const group = groups.get(kind)
    show(`${kind}: ${group?.count ?? 0} rows, ${group?.title ?? 'not found'}`, group?.count === commonStaffFaults[kind])
  }
  show(`${checked.summary!.wrong} wrong rows of ${file.faults.length}`, checked.summary!.wrong === file.faults.length)

  for (const kind of staffFaultKinds) {
    if (typed.includes(kind)) continue
    // One fix for each wrong value of the column: 教务处室 becomes 教务处, 总务外 becomes 总务处.
    for (const { key } of groups.get(kind)?.fixes ?? []) await clerk.fix(read.id, kind, key)
  }
  const cells = file.faults.filter(({ kind }) => typed.includes(kind))
  await clerk.repair(
    read.id,
    cells.map(({ row, column, right }) => ({ row, column, value: right })),
  )
  const repaired = (await clerk.batch(read.id)).summary!
  show(`${repaired.wrong} wrong after repair, ${repaired.skipped} left out`, repaired.wrong === 0)

  const [applied, applying] = await measureTime(() => clerk.apply(read.id))
  const report = applied.report!
  show(
    `${report.new} imported in ${formatSeconds(applying)}`,
    report.new === people - 3 && applying < 15_000 * patience,
  )
  const after = await hashTables(database)
  show('something is there', after !== before)

  const again = await clerk.map(await clerk.upload('花名册-再来.xlsx', await createWorkbook(createStaffFile({ rows: people, departments, series: 1 })))) // prettier-ignore
  const { new: fresh, changed, same } = again.summary!
  // Rows that were left out are new, and rows that were corrected differently than intended differ.
  const mended =
    file.faults.length - typed.reduce((sum, kind) => sum + commonStaffFaults[kind as keyof typeof commonStaffFaults], 0)
  show(
    `the list as it was meant, once more: ${fresh} new, ${changed} changed, ${same} the same`,
    fresh === 3 && changed <= mended && fresh + changed + same === people,
  )

  const [undone, undoing] = await measureTime(() => clerk.undo(read.id))
  show(
    `undone in ${formatSeconds(undoing)}, ${undone.report!.keptRows.length} kept`,
    undone.report!.keptRows.length === 0,
  )
  show('row hashes are equal after undo', (await hashTables(database)) === before)
  const second = await clerk.map(await clerk.batch(read.id))
  const secondly = await clerk.apply(second.id)
  show(`imported again: ${secondly.report!.new}`, secondly.report!.new === people - 3)
  show('each table has as many rows as the first time', differences(await hashTables(database), after))
  await clerk.undo(read.id)
}

/** Ids and sealed values are new; each table must have as many rows as before. */
function differences(one: string, other: string) {
  const counts = (state: string) => state.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))
  return counts(one).join() === counts(other).join()
}
