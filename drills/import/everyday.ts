import { brokenKinds, staffFile, usualFaults } from '../../entry/testing/staff-file.ts'
import { workbookOf } from './clerk.ts'
import { seconds, timed, type Stage } from './stage.ts'
import { stateOf } from '../../entry/testing/table-state.ts'

const people = 1_200
/** What has a remedy for all rows at once; the rest is typed. */
const typed = ['idCard:checksum', 'mobile:format', 'birthday:date']

/** Twelve hundred people, thirty-seven of them broken in eight ways. */
export async function everyday({ long, clerk, departments, database, show }: Stage) {
  // Beside other proofs time says little.
  const patience = long ? 1 : 10
  const file = staffFile({ rows: people, departments, broken: usualFaults, series: 1 })
  const bytes = await workbookOf(file)
  const before = await stateOf(database)

  const [read, reading] = await timed(() => clerk.upload('花名册.xlsx', bytes))
  const known = read.columns.filter(({ key }) => key !== null).length
  show(
    `${known} of ${read.columns.length} columns recognised (序号 is none of ours)`,
    known === read.columns.length - 1,
  )
  const [checked, checking] = await timed(() => clerk.map(read))
  show(
    `${people} rows read in ${seconds(reading)} and checked in ${seconds(checking)}`,
    reading + checking < 5_000 * patience,
  )
  const groups = new Map(checked.summary!.groups.map((group) => [group.kind, group]))
  for (const kind of brokenKinds) {
    const group = groups.get(kind)
    show(`${kind}: ${group?.count ?? 0} rows, ${group?.title ?? 'not found'}`, group?.count === usualFaults[kind])
  }
  show(`${checked.summary!.wrong} wrong rows of ${file.faults.length}`, checked.summary!.wrong === file.faults.length)

  for (const kind of brokenKinds) {
    if (typed.includes(kind)) continue
    // One remedy for each wrong value of the column: 教务处室 becomes 教务处, 总务外 becomes 总务处.
    for (const { key } of groups.get(kind)?.cures ?? []) await clerk.cure(read.id, kind, key)
  }
  const cells = file.faults.filter(({ kind }) => typed.includes(kind))
  await clerk.repair(
    read.id,
    cells.map(({ row, column, right }) => ({ row, column, value: right })),
  )
  const repaired = (await clerk.batch(read.id)).summary!
  show(`${repaired.wrong} wrong after repair, ${repaired.skipped} left out`, repaired.wrong === 0)

  const [applied, applying] = await timed(() => clerk.apply(read.id))
  const report = applied.report!
  show(`${report.new} imported in ${seconds(applying)}`, report.new === people - 3 && applying < 15_000 * patience)
  const after = await stateOf(database)
  show('something is there', after !== before)

  const again = await clerk.map(await clerk.upload('花名册-再来.xlsx', await workbookOf(staffFile({ rows: people, departments, series: 1 })))) // prettier-ignore
  const { new: fresh, changed, same } = again.summary!
  // Those that were left out are new, and what was mended in another way than it was meant differs.
  const mended =
    file.faults.length - typed.reduce((sum, kind) => sum + usualFaults[kind as keyof typeof usualFaults], 0)
  show(
    `the list as it was meant, once more: ${fresh} new, ${changed} changed, ${same} the same`,
    fresh === 3 && changed <= mended && fresh + changed + same === people,
  )

  const [undone, undoing] = await timed(() => clerk.undo(read.id))
  show(`undone in ${seconds(undoing)}, ${undone.report!.kept.length} kept`, undone.report!.kept.length === 0)
  show('row hashes are equal after undo', (await stateOf(database)) === before)
  const second = await clerk.map(await clerk.batch(read.id))
  const secondly = await clerk.apply(second.id)
  show(`imported again: ${secondly.report!.new}`, secondly.report!.new === people - 3)
  show('each table has as many rows as the first time', sameBut(await stateOf(database), after))
  await clerk.undo(read.id)
}

/** Ids and sealed values are new; as many rows as before in each table. */
function sameBut(one: string, other: string) {
  const counts = (state: string) => state.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))
  return counts(one).join() === counts(other).join()
}
