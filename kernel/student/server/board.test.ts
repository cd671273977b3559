import { beforeAll, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { emptyScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { ensureDefaultPeriods, ensureTerms, setClassHeads } from '#kernel/schooling/server/api.ts'
import { createStudents, saveConsents } from './api.ts'
import { getSchoolFigures, getSchoolSize } from './service/board/school-figures.ts'
import { applyEvent } from './service/students/enrolment-events.ts'
import { listRecentChanges } from './service/students/student-changes.ts'
import { getMyClasses } from './service/students/my-classes.ts'
import { searchStudents } from './service/students/search-students.ts'
import {
  createClassTeacher,
  currentStudents,
  firstPage,
  on,
  createManagedSchools,
  type TestSchools,
  getNoon,
} from './students.fixture.ts'
import { aChildIdCard, aPupilRow } from './example.ts'

const database = useDatabase()
const { as, sql } = database
/** A Monday in the twelfth week of the term. */
const today = '2026-11-16'
let tree: TestSchools
let chief: Actor, head: Actor, neighbour: Actor, teacher: Actor, stranger: Actor
let a: string
let ids: string[]

const callAs = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, (ctx) => work(on(ctx, today)))
const figures = (actor: Actor) => callAs(actor, getSchoolFigures)
const myClasses = async (actor: Actor) => (await callAs(actor, getMyClasses)).classes

const phone = () => aPhone()
const mother = (more: object = {}) => ({
  name: '李秀兰',
  relation: 2 as const,
  phone: phone(),
  isPrimary: true,
  ...more,
})

/** Three pupils in one class, one in another, one without a class, and one in the other school. */
async function createPupils() {
  const { tree, chief, head, neighbour } = await as(createActor(), createManagedSchools)
  const { classIds } = tree.grades.first
  const [a, b] = classIds as [string, string]
  const teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '周老师'))
  const stranger = await as(chief, (ctx) => createClassTeacher(ctx, tree.other, '外校老师'))
  await as(chief, async (ctx) => {
    await ensureTerms(on(ctx, today))
    await ensureDefaultPeriods(on(ctx, today), tree.school.id)
    await setClassHeads(ctx, [{ classId: a, userId: teacher.userId }], '2026-09-01')
  })
  const numbered = (sex: '男' | '女') => {
    const idCard = aChildIdCard(sex)
    return { idCard, studentNo: `G${idCard}`, sex }
  }
  const pupil = (classId: string | null, name: string, more: object) =>
    aPupilRow(classOf(tree.grades.first, classId), { name, ...more })
  const ids = await as(chief, (ctx) =>
    createStudents(
      ctx,
      [
        pupil(a, '全齐', { ...numbered('男'), birthday: '2019-05-06', guardians: [mother({ isEmergency: true })] }),
        pupil(a, '寿星', { ...numbered('女'), birthday: '2018-11-16', guardians: [mother()] }),
        pupil(a, '无号', { sex: '女', idKind: 'none', guardians: [mother({ phone: '', isEmergency: true })] }),
        pupil(b, '别班', { ...numbered('男'), guardians: [mother({ isEmergency: true })] }),
        pupil(null, '未分', { ...numbered('男'), guardians: [mother({ isEmergency: true })] }),
        aPupilRow(classOf(tree.otherGrades.first), {
          name: '邻校',
        }),
      ],
      { type: 'enrol' },
    ),
  )
  // One mother is bound and has consented; another waits for the class teacher.
  await sql(
    `with someone as (insert into tenant.guardian (district_id, id, person_id, created_at, updated_at)
       values ($1, gen_random_uuid(), $4, now(), now()) returning id),
     bound as (update tenant.guardian_link l set guardian_id = someone.id, status = 'active'
       from someone where l.district_id = $1 and student_id = $2)
     insert into tenant.guardian_link (district_id, id, student_id, guardian_id, name, relation, status, created_at, updated_at)
     select $1, gen_random_uuid(), $3, someone.id, '某人', 1, 'pending', now(), now() from someone`,
    [database.home, ids[0], ids[1], chief.personId],
  )
  await callAs(chief, (ctx) =>
    saveConsents(ctx, { studentIds: [ids[0]!], purpose: 'face', agrees: true, channel: 'paper' }),
  )
  return { tree, chief, head, neighbour, teacher, stranger, a, b, ids }
}

/** Shared by the tests that change nothing. */
beforeAll(async () => {
  ;({ tree, chief, head, neighbour, teacher, stranger, a, ids } = await createPupils())
})

it('counts a school like its list: sexes, grades, classes and pupils without a class', async () => {
  const shown = await figures(head)
  expect(shown).toMatchObject({ on: today, isWhole: true, total: 5, males: 3, females: 2, noClass: 1, suspended: 0 })
  expect(shown!.grades).toMatchObject([
    { name: '一年级', total: 5, classes: 3 },
    { name: '二年级', total: 0, classes: 3 },
  ])
  expect(shown!.classes.find(({ id }) => id === a)).toMatchObject({ label: '一(1)班', total: 3, males: 1, females: 2 })
  // One of six classes has a class teacher.
  expect(shown!.headless).toBe(5)
  const list = await searchStudents(database.requestCtx(head, getNoon(today)), {
    ...currentStudents,
    orgId: tree.school.id,
    ...firstPage,
  })
  expect(list.itemCount).toBe(shown!.total)
})

it('counts missing data, and the list with that filter has the same pupils', async () => {
  const shown = await figures(head)
  expect(shown).toMatchObject({ bound: 1, faceAgreed: 1, complete: 3 })
  expect(shown!.missing).toEqual([
    { field: 'id-card', count: 1 },
    { field: 'student-no', count: 1 },
    { field: 'guardian-phone', count: 1 },
    { field: 'emergency', count: 2 },
  ])
  for (const { field, count } of shown!.missing) {
    const filter = { ...currentStudents, orgId: tree.school.id, missing: field, ...firstPage }
    expect((await searchStudents(database.requestCtx(head, getNoon(today)), filter)).itemCount).toBe(count)
  }
})

it('counts only own classes for a teacher, only the own school for another school, and nothing for a bureau', async () => {
  expect(await figures(teacher)).toMatchObject({
    isWhole: false,
    total: 3,
    classes: [{ label: '一(1)班' }],
    noClass: 0,
  })
  expect(await figures(neighbour)).toMatchObject({ isWhole: true, total: 1 })
  expect(await figures(stranger)).toMatchObject({
    isWhole: false,
    total: 0,
    classes: [],
    bound: 0,
    missing: [
      { field: 'id-card', count: 0 },
      { field: 'student-no', count: 0 },
      { field: 'guardian-phone', count: 0 },
      { field: 'emergency', count: 0 },
    ],
  })
  expect(await figures(chief)).toBeNull()
})

it('shows the size of the school to every staff member without permissions on pupils, but not to a bureau', async () => {
  const size = (actor: Actor) => callAs(actor, getSchoolSize)
  const clerk = await as(chief, (ctx) => aTeacher(ctx, { at: tree.school, name: '文秘' }))
  expect(await size(clerk)).toEqual({ pupils: 5, classes: 6 })
  expect(await size(neighbour)).toMatchObject({ pupils: 1 })
  expect(await size(chief)).toBeNull()
})

it('shows a class teacher the figures of the class and the school day', async () => {
  const [mine, ...others] = await myClasses(teacher)
  expect(others).toEqual([])
  expect(mine).toMatchObject({
    classId: a,
    label: '一(1)班',
    total: 3,
    males: 1,
    females: 2,
    figures: {
      bound: 1,
      requests: 1,
      faceAgreed: 1,
      faceOpen: 2,
      birthdays: [{ id: ids[1], name: '寿星' }],
      today: { day: today, kind: '上课', week: 12 },
    },
  })
  expect(mine!.figures!.today.periods.length).toBeGreaterThan(4)
  expect(JSON.stringify(mine)).not.toContain('2018-11-16')
})

it('shows the class figures to nobody but its class teacher', async () => {
  for (const actor of [stranger, neighbour, head, chief]) expect(await myClasses(actor)).toEqual([])
})

it('leaves out birthdays when they are hidden from the caller', async () => {
  const withHiddenField: Actor = { ...teacher, hiddenFields: new Set(['student.birthday']) }
  expect((await myClasses(withHiddenField))[0]).toMatchObject({ total: 3, figures: { birthdays: [] } })
})

it('lists recent changes within the scope, without enrolments', async () => {
  // This test moves a pupil, so it has its own school.
  const { tree, head, neighbour, teacher, stranger, b, ids } = await createPupils()
  expect(await callAs(head, listRecentChanges)).toEqual([])
  const move = {
    type: 'move' as const,
    on: today,
    gradeId: tree.grades.first.gradeId,
    classId: b,
    whereTo: '',
    basis: '',
    reason: '',
  }
  await callAs(head, (ctx) => applyEvent(ctx, { ...move, targets: { ids: [ids[2]!] } }))
  expect(await callAs(head, listRecentChanges)).toMatchObject([
    { studentName: '无号', type: 'move', from: '一(1)班', to: '一(2)班' },
  ])
  expect(await callAs(teacher, listRecentChanges)).toHaveLength(1)
  expect(await callAs(neighbour, listRecentChanges)).toEqual([])
  expect(await callAs(stranger, listRecentChanges)).toEqual([])
})

it('returns empty figures for an empty scope', async () => {
  const nobody = await as(chief, (ctx) =>
    aTeacher(ctx, { at: tree.school, name: '新来的', can: { 'student.read': emptyScope } }),
  )
  expect(await figures(nobody)).toMatchObject({ isWhole: false, total: 0, classes: [], grades: [] })
})
