import { beforeAll, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { dayOf } from '#packages/core'
import { type CellValues, makeSheetRows, createActor, useDatabase } from '#packages/testing'
import { createStudents } from '../service/students/create-students.ts'
import { changeEnrolments } from '../service/students/change-enrolments.ts'
import { importStudents, createImportSchools, fingerprintPupils, thisYear, type Schools } from './sheet.fixture.ts'
import { studentImport } from './import-target.ts'
import { aChildIdCard } from '../example.ts'

const database = useDatabase()
const { as, sql } = database
let world: Schools
let school: ReturnType<typeof importStudents>

beforeAll(async () => {
  world = await as(createActor(), (ctx) => createImportSchools(ctx))
  school = importStudents(as, world.clerk, world.school.id)
})

const print = () => fingerprintPupils(sql)
let numbers = 0
const pupil = (more: CellValues = {}): CellValues => {
  const idCard = aChildIdCard()
  return {
    name: `学生${++numbers}`,
    idCard,
    studentNo: `G${idCard}`,
    class: '七(1)班',
    schoolNo: `N${numbers}`,
    nation: '01',
    guardian1Name: '沈明远',
    guardian1Relation: '1',
    guardian1Phone: aPhone(),
    address: '学苑路1号',
    ...more,
  }
}
const listEnrolments = (id: string) =>
  sql<{ name: string; valid: string; seat: number | null }>(
    `select c.name, p.valid::text, p.seat_no as seat from tenant.enrolment p left join tenant.school_class c on c.id = p.class_id
     where p.student_id = $1 order by p.begins_on`,
    [id],
  )

it('creates new pupils with guardians from the entry day in the file, and undo removes them completely', async () => {
  const before = await print()
  const rows = [
    pupil({ enteredOn: `${thisYear}-09-01`, seatNo: '7' }),
    pupil({ enteredOn: '2099-09-01', guardian2Phone: aPhone() }),
  ]
  const made = await school.bring(rows)
  expect(made.map(({ result }) => result)).toEqual(['new', 'new'])
  expect(await listEnrolments(made[0]!.id)).toEqual([{ name: '1班', valid: `[${thisYear}-09-01,)`, seat: 7 }])
  // A future entry day counts as today, because a future enrolment would be invisible.
  expect(await listEnrolments(made[1]!.id)).toMatchObject([{ valid: `[${dayOf(new Date())},)` }])
  const links = await sql('select name, is_primary from tenant.guardian_link where student_id = $1 order by sort', [
    made[1]!.id,
  ])
  expect(links).toEqual([
    { name: '沈明远', is_primary: true },
    { name: `${rows[1]!['name']}家长`, is_primary: false },
  ])
  expect(await school.bring(rows)).toEqual([])
  expect(await school.undoable(made)).toEqual([
    { row: 3, keptReason: '' },
    { row: 4, keptReason: '' },
  ])
  expect((await school.undo(made)).filter(({ keptReason }) => keptReason)).toEqual([])
  expect(await print()).toEqual(before)
})

it('records another class as 调班 from today, and undo restores everything', async () => {
  const row = pupil({ enteredOn: `${thisYear}-09-01` })
  const [made] = await school.bring([row])
  const { id } = made!
  const before = await print()
  const changed = {
    ...row,
    class: '七(2)班',
    seatNo: '12',
    nation: '05',
    isBoarding: '1',
    address: '松柏路2号',
    schoolNo: `M${numbers}`,
    guardian1Phone: aPhone(),
    guardian2Name: '何静',
    guardian2Relation: '2',
    guardian2Phone: aPhone(),
    icCard: '44556677',
  }
  const effects = await school.bring([changed])
  expect(effects).toMatchObject([{ result: 'changed', id }])
  const today = dayOf(new Date())
  expect(await listEnrolments(id)).toEqual([
    { name: '1班', valid: `[${thisYear}-09-01,${today})`, seat: null },
    { name: '2班', valid: `[${today},)`, seat: 12 },
  ])
  expect(await school.bring([changed])).toEqual([])
  expect((await school.undo(effects)).filter(({ keptReason }) => keptReason)).toEqual([])
  expect(await print()).toEqual(before)
  const marks = await sql<{ type: string; undone: boolean }>(
    'select type, undone_at is not null as undone from tenant.student_change where student_id = $1 order by created_at',
    [id],
  )
  expect(marks).toEqual([
    { type: 'enrol', undone: false },
    { type: 'move', undone: true },
  ])
})

it('enrols a pupil who left another school, and undo restores the former state', async () => {
  const idCard = aChildIdCard()
  const [, second] = world.other.grades
  const about = {
    name: '施远',
    sex: '女' as const,
    idCard,
    studentNo: `G${idCard}`,
    orgId: world.other.id,
    schoolNo: 'OLD1',
  }
  const enrolment = {
    gradeId: second!.gradeId,
    classId: second!.classIds[0]!,
    seatNo: 3,
    on: `${thisYear - 1}-09-01`,
    guardians: [],
  }
  const [id] = await as(world.chief, (ctx) => createStudents(ctx, [{ ...about, ...enrolment }], { type: 'enrol' }))
  await as(world.chief, (ctx) =>
    changeEnrolments(ctx, [{ studentId: id!, type: 'graduate', on: `${thisYear}-07-01`, to: null }]),
  )
  const before = await print()
  const row = pupil({ name: '施远', idCard, studentNo: `G${idCard}`, enteredOn: '2020-09-01' })
  const effects = await school.bring([row])
  expect(effects).toMatchObject([{ result: 'new', id }])
  // The enrolment must not begin before the last one ended.
  expect((await listEnrolments(id!)).map(({ valid }) => valid)).toEqual([
    `[${thisYear - 1}-09-01,${thisYear}-07-01)`,
    `[${thisYear}-07-01,)`,
  ])
  const [now] = await sql('select org_id, status, school_no from tenant.student where id = $1', [id])
  expect(now).toEqual({ org_id: world.school.id, status: 'studying', school_no: row['schoolNo'] })
  expect((await school.undo(effects)).filter(({ keptReason }) => keptReason)).toEqual([])
  expect(await print()).toEqual(before)
})

it('keeps rows changed since the import, with the reason, and undoes the others', async () => {
  const rows = [pupil(), pupil(), pupil()]
  const made = await school.bring(rows)
  const [moved, , referenced] = made
  await school.bring([{ ...rows[0]!, class: '七(3)班' }])
  await sql('insert into tenant.student_face (district_id, student_id, status, by_person_id, uploaded_at) values (1, $1, $2, $3, now())', [referenced!.id, 'withdrawn', referenced!.id]) // prettier-ignore
  expect(await school.undo(made)).toEqual([
    { row: 5, keptReason: '已被其他数据引用' },
    { row: 4, keptReason: '' },
    { row: 3, keptReason: '导入后被修改过' },
  ])
  expect(await listEnrolments(moved!.id)).toHaveLength(1)
})

it('refuses to apply a row that changed since the preview', async () => {
  const row = pupil()
  const [made] = await school.bring([row])
  const rows = makeSheetRows([{ ...row, nation: '05' }])
  const [verdict] = await school.examine(rows)
  await school.bring([{ ...row, nation: '11' }])
  const late = as(world.clerk, (ctx) => studentImport.apply(ctx, world.school.id, [{ ...rows[0]!, verdict: verdict! }]))
  await expect(late).rejects.toThrow('第3行的学生信息刚刚发生变化，请重新检查')
  expect(await sql('select nation from tenant.student where id = $1', [made!.id])).toEqual([{ nation: '11' }])
})

async function timed<T>(label: string, atMost: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  const took = performance.now() - start
  process.stdout.write(`${label}: ${Math.round(took)} ms\n`)
  expect(took).toBeLessThan(atMost)
  return result
}

it('checks, imports, changes and undoes twelve hundred pupils in seconds', { timeout: 300_000 }, async () => {
  const before = await print()
  const cells = Array.from({ length: 1200 }, (_, at) =>
    pupil({
      class: `${'七八九'[at % 3]}(${(1 + (at % 9) / 3) >> 0})班`,
      guardian2Name: '何静',
      guardian2Relation: '2',
      guardian2Phone: aPhone(),
    }),
  )
  const rows = makeSheetRows(cells)
  // Four times the target time, because other tests run in parallel.
  const verdicts = await timed('1200 examined', 20_000, () => school.examine(rows))
  expect(verdicts.filter(({ issues }) => issues.length > 0)).toEqual([])
  const made = await timed('1200 new', 60_000, () => school.apply(rows))
  expect(made).toHaveLength(1200)
  const brought = await print()
  expect(await timed('1200 the same', 20_000, () => school.apply(rows))).toEqual([])
  const changed = await timed('1200 changed', 60_000, () =>
    school.apply(
      makeSheetRows(
        cells.map((row) => ({
          ...row,
          class: row['class']!.replace(/\d/, '1'),
          nation: '05',
          guardian1Phone: aPhone(),
        })),
      ),
    ),
  )
  expect(changed).toHaveLength(1200)
  expect(
    (await timed('1200 put back', 60_000, () => school.undo(changed))).filter(({ keptReason }) => keptReason),
  ).toEqual([])
  expect(await print()).toEqual(brought)
  expect(
    (await timed('1200 taken back', 60_000, () => school.undo(made))).filter(({ keptReason }) => keptReason),
  ).toEqual([])
  expect(await print()).toEqual(before)
})
