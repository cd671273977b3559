import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone } from '#kernel/identity/server/example.ts'
import { dayOf, type Actor } from '#packages/core'
import { type CellValues, makeSheetRows, createActor, useDatabase } from '#packages/testing'
import { listWrongUserCounts } from '../member-count-queries.ts'
import { addUser } from '../service/add-staff.ts'
import { createManagedTree, type Tree } from '../staff.fixture.ts'
import { fingerprintStaff, staffImporting } from './sheet.fixture.ts'
import { aTeacher, newForm } from '../example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor

interface Colleague {
  name: string
  idCard?: string
  mobile?: string
  number?: string
}
const here: Colleague[] = []
const there: Colleague[] = []

beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  for (let at = 0; at < 12; at++) {
    const facts = {
      ...(at % 3 === 0 ? {} : { idCard: anIdCard() }),
      ...(at % 2 === 0 ? { mobile: aPhone() } : {}),
      ...(at % 4 === 3 ? {} : { number: `H${at}` }),
    }
    const name = `同事${'甲乙丙丁戊己庚辛壬癸子丑'[at]}`
    const departmentId = [null, tree.academic.id, tree.group.id][at % 3]!
    await as(head, (ctx) =>
      addUser(ctx, newForm(tree.school, name, { ...facts, departmentId, icCard: '44556677', birthday: '1980-01-01' })),
    )
    here.push({ name, ...facts })
    const idCard = anIdCard()
    await as(neighbour, (ctx) => addUser(ctx, newForm(tree.other, `邻人${at}`, { idCard, mobile: aPhone() })))
    there.push({ name: `邻人${at}`, idCard })
  }
  // Some people have no staff file yet.
  for (const name of ['无档甲', '无档乙', '无档丙']) {
    const [idCard, phone] = [anIdCard(), aPhone()]
    await as(head, (ctx) => aTeacher(ctx, { name, idCard, phone, at: tree.school, department: tree.group }))
    here.push({ name, idCard, mobile: phone })
  }
  // Some work in both schools.
  for (const { name, idCard } of there.slice(0, 4))
    await as(chief, (ctx) => addUser(ctx, newForm(tree.school, name, { idCard, joinExisting: true })))
})

const texts = fc.constantFrom('甲', '乙', '主任', '本科', '硕士', '组长')
const day = fc.constantFrom('1999-01-02', '2003-04-05', '2026-09-01')
const facts = fc.record(
  {
    post: texts,
    subject: texts,
    diploma: texts,
    teacherLevel: texts,
    specialty: texts,
    remark: texts,
    graduateSchool: texts,
    address: texts,
    license: texts,
    icCard: fc.constantFrom('11112222', '33334444'),
    department: fc.constantFrom('教务处', '语文组', '教务处/语文组', '实验小学', '教务处', '语文组', '没有的部门'),
    nation: fc.constantFrom('01', '05', '56'),
    userType: fc.constantFrom('teacher', 'worker', 'external'),
    workerType: fc.constantFrom('1', '2', '8'),
    workedFrom: day,
    startsOn: day,
    officePhone: fc.constantFrom('0571-88886666', '88887777'),
    email: fc.constantFrom('a@b.cn', 'c@d.cn'),
    qq: fc.constantFrom('10001', '20002'),
    otherPhone: fc.constant('0571-12345678'),
  },
  { requiredKeys: [] },
)
const row = fc.record({
  kind: fc.constantFrom('new', 'new', 'changed', 'changed', 'elsewhere', 'both', 'no-key'),
  who: fc.nat(14),
  keys: fc.subarray(['idCard', 'mobile', 'number'] as const, { minLength: 1 }),
  freshMobile: fc.boolean(),
  freshCard: fc.boolean(),
  sex: fc.constantFrom('', '', '', '', '', '男', '女'),
  facts,
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

let numbers = 0
function cellsOf({ kind, who, keys, freshMobile, freshCard, facts: about, sex }: Row): CellValues {
  // Sometimes with sex and birthday, which may contradict the ID number.
  const more: CellValues = { ...(about as CellValues), ...(sex ? { sex, birthday: '1980-01-01' } : {}) }
  if (kind === 'no-key') return { ...more, name: `无号${numbers++}` }
  if (kind === 'new') {
    const all: CellValues = { idCard: anIdCard(), mobile: aPhone(), number: `N${numbers++}` }
    return { ...more, name: `新人${numbers}`, ...Object.fromEntries(keys.map((key) => [key, all[key]!])) }
  }
  if (kind === 'changed') {
    const { name, ...known } = here[who]!
    const cells: CellValues = { ...more, name, ...known }
    if (freshMobile) cells['mobile'] = aPhone()
    if (freshCard && !known.idCard) cells['idCard'] = anIdCard()
    return cells
  }
  const { name, idCard } = there[kind === 'both' ? who % 4 : 4 + (who % 8)]!
  return { ...more, name, idCard: idCard!, ...(freshMobile ? { mobile: aPhone() } : {}) }
}

/** Only the first row of each person, as the import engine ensures by the row keys. */
const withoutTwins = (all: readonly CellValues[]) =>
  all.filter((cells, at) => all.findIndex(({ name }) => name === cells['name']) === at)

const state = () => fingerprintStaff(database.sql)
const wrongCounts = () => as(chief, (ctx) => listWrongUserCounts(ctx.db, dayOf(ctx.now), 10))

it('the undo of a random file restores everything, and a file is applied once', { timeout: 300_000 }, async () => {
  let done = { new: 0, changed: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 6, maxLength: 25 }), fc.boolean(), async (rows, isDistrict) => {
      const cells = withoutTwins(rows.map(cellsOf)).map((one) => (isDistrict ? { ...one, org: '实验小学' } : one))
      const doctor = isDistrict ? staffImporting(as, chief, tree.bureau.id) : staffImporting(as, head, tree.school.id)
      const agreed = makeSheetRows(cells, ['elsewhere', 'taken', 'name-differs'])
      const before = await state()
      const effects = await doctor.apply(agreed, 7)
      for (const { result } of effects) done[result]++
      expect(await wrongCounts()).toEqual([])
      const applied = await state()
      expect(JSON.stringify(applied) === JSON.stringify(before)).toBe(effects.length === 0)
      expect(await doctor.apply(agreed, 7)).toEqual([])
      expect(await state()).toEqual(applied)
      expect((await doctor.undoable(effects)).filter(({ keptReason }) => keptReason)).toEqual([])
      expect((await doctor.undo(effects)).filter(({ keptReason }) => keptReason)).toEqual([])
      expect(await state()).toEqual(before)
      expect(await wrongCounts()).toEqual([])
    }),
    { numRuns: 30 },
  )
  // Ensures that the random files had effects.
  expect(done.new).toBeGreaterThan(30)
  expect(done.changed).toBeGreaterThan(30)
})
