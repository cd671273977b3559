import { beforeAll, expect, it } from 'vitest'
import { idCardCheckDigit, type Actor } from '#packages/core'
import { type CellValues, makeSheetRows, createActor, useDatabase } from '#packages/testing'
import { createManagedTree, type Tree } from '../staff.fixture.ts'
import { fingerprintStaff, staffImporting } from './sheet.fixture.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let head: Actor

beforeAll(async () => {
  ;({ tree, head } = await as(createActor(), createManagedTree))
})

const count = 3_000
const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨'
const idCardOf = (at: number) => {
  const first = `33010619${70 + (at % 30)}0${1 + (at % 9)}${10 + (at % 18)}${String(at % 1000).padStart(3, '0')}`
  return first + idCardCheckDigit(first)
}
const cells = (more: CellValues = {}) =>
  Array.from({ length: count }, (_, at): CellValues => ({
    name: `${surnames[at % 16]}${surnames[(at >> 4) % 16]}${surnames[(at >> 8) % 16]}`,
    number: `T${at}`,
    idCard: idCardOf(at),
    mobile: String(15_800_000_000 + at),
    department: at % 2 ? '语文组' : '教务处',
    diploma: '本科',
    address: `学苑路${at}号`,
    subject: '语文',
    workerType: '1',
    ...more,
  })).filter(({ idCard }, at, all) => all.findIndex((one) => one['idCard'] === idCard) === at)

async function timed<T>(words: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  process.stdout.write(`${words}: ${Math.round(performance.now() - start)} ms\n`)
  return result
}

it('checks, imports, changes and undoes thousands of rows in seconds', { timeout: 300_000 }, async () => {
  const school = staffImporting(as, head, tree.school.id)
  const before = await fingerprintStaff(database.sql)
  const rows = makeSheetRows(cells())
  const verdicts = await timed('1000 examined', () => school.examine(rows.slice(0, 1000)))
  expect(verdicts.every(({ result, issues }) => result === 'new' && issues.length === 0)).toBe(true)
  const made = await timed(`${rows.length} new`, () => school.apply(rows))
  expect(made).toHaveLength(rows.length)
  const brought = await fingerprintStaff(database.sql)
  expect(await timed(`${rows.length} same`, () => school.apply(rows))).toEqual([])
  const some = makeSheetRows(cells({ diploma: '硕士', post: '组长', department: '教务处' })).slice(0, 1200)
  const changed = await timed('1200 changed', () => school.apply(some))
  expect(changed).toHaveLength(1200)
  expect((await timed('1200 put back', () => school.undo(changed))).filter(({ keptReason }) => keptReason)).toEqual([])
  expect(await fingerprintStaff(database.sql)).toEqual(brought)
  // A person who was changed and restored has the old values, but a history that refers to her.
  const keptReason = (await timed(`${made.length} taken back`, () => school.undo(made))).filter((one) => one.keptReason)
  expect(keptReason).toHaveLength(1200)
  expect(new Set(keptReason.map((one) => one.keptReason))).toEqual(new Set(['已被其他数据引用']))
  expect(await fingerprintStaff(database.sql)).not.toEqual(before)
})
