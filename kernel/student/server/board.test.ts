import { afterAll, beforeAll, expect, it } from 'vitest'
import { nothing, type Actor, type Ctx } from '#packages/core'
import { somebody, useDatabase } from '#packages/testing'
import { ensurePeriods, ensureTerms, setHeads } from '#kernel/schooling/server'
import { createStudents, saveConsents } from './index.ts'
import { readSchoolFigures, readSchoolSize } from './service/board/school.ts'
import { carryOutEvent } from './service/students/events.ts'
import { listRecentChanges } from './service/students/listing-changes.ts'
import { readMyClasses } from './service/students/mine.ts'
import { searchStudents } from './service/students/searching.ts'
import {
  actorAt,
  anIdCard,
  aPhone,
  aPupil,
  classTeacher,
  closeShelves,
  everybody,
  firstPage,
  on,
  own,
  plantManaged,
  type Tree,
} from './students.fixture.ts'

const database = useDatabase()
const { as, sql } = database
/** A Monday in the twelfth week of the term. */
const today = '2026-11-16'
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor, teacher: Actor, stranger: Actor
let a: string, b: string
let ids: string[]

const asked = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, (ctx) => work(on(ctx, today)))
const figures = (actor: Actor) => asked(actor, readSchoolFigures)
const myClasses = async (actor: Actor) => (await asked(actor, readMyClasses)).classes

const phone = () => aPhone()
const mother = (more: object = {}) => ({
  name: '李秀兰',
  relation: 2 as const,
  phone: phone(),
  isPrimary: true,
  ...more,
})

/** Three pupils in one class, one in another, one in none; a neighbour has one too. */
beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(somebody(), plantManaged))
  const { gradeId, classIds } = tree.grades.first
  ;[a, b] = classIds as [string, string]
  teacher = await as(chief, (ctx) => classTeacher(ctx, tree.school, '周老师'))
  stranger = await as(chief, (ctx) => classTeacher(ctx, tree.other, '外校老师'))
  await as(chief, async (ctx) => {
    await ensureTerms(on(ctx, today))
    await ensurePeriods(on(ctx, today), tree.school.id)
    await setHeads(ctx, [{ classId: a, userId: teacher.userId }], '2026-09-01')
  })
  const numbered = (sex: '男' | '女') => {
    const idCard = anIdCard(sex)
    return { idCard, studentNo: `G${idCard}`, sex }
  }
  const pupil = (classId: string | null, name: string, more: object) =>
    aPupil(tree.school, gradeId, classId, { name, ...more })
  ids = await as(chief, (ctx) =>
    createStudents(
      ctx,
      [
        pupil(a, '全齐', { ...numbered('男'), birthday: '2019-05-06', guardians: [mother({ isEmergency: true })] }),
        pupil(a, '寿星', { ...numbered('女'), birthday: '2018-11-16', guardians: [mother()] }),
        pupil(a, '无号', { sex: '女', idKind: 'none', guardians: [mother({ phone: '', isEmergency: true })] }),
        pupil(b, '别班', { ...numbered('男'), guardians: [mother({ isEmergency: true })] }),
        pupil(null, '未分', { ...numbered('男'), guardians: [mother({ isEmergency: true })] }),
        aPupil(tree.other, tree.otherGrades.first.gradeId, tree.otherGrades.first.classIds[0]!, { name: '邻校' }),
      ],
      { type: 'enrol' },
    ),
  )
  // One mother has bound and agreed; another waits for the class teacher.
  await sql(
    `with someone as (insert into tenant.guardian (district_id, id, person_id, created_at, updated_at)
       values ($1, gen_random_uuid(), $4, now(), now()) returning id),
     bound as (update tenant.guardian_link l set guardian_id = someone.id, status = 'active'
       from someone where l.district_id = $1 and student_id = $2)
     insert into tenant.guardian_link (district_id, id, student_id, guardian_id, name, relation, status, created_at, updated_at)
     select $1, gen_random_uuid(), $3, someone.id, '某人', 1, 'pending', now(), now() from someone`,
    [database.home, ids[0], ids[1], chief.personId],
  )
  await asked(chief, (ctx) =>
    saveConsents(ctx, { studentIds: [ids[0]!], purpose: 'face', agrees: true, channel: 'paper' }),
  )
})
afterAll(closeShelves)

it('counts a school as its list does: boys and girls, grades, classes, and who is in none', async () => {
  const told = await figures(head)
  expect(told).toMatchObject({ on: today, isWhole: true, total: 5, males: 3, females: 2, noClass: 1, suspended: 0 })
  expect(told!.grades).toMatchObject([
    { name: '一年级', total: 5, classes: 3 },
    { name: '二年级', total: 0, classes: 3 },
  ])
  expect(told!.classes.find(({ id }) => id === a)).toMatchObject({ label: '一(1)班', total: 3, males: 1, females: 2 })
  // One of six classes has a head.
  expect(told!.headless).toBe(5)
  const list = await searchStudents(own(database, head, today), { ...everybody, orgId: tree.school.id, ...firstPage })
  expect(list.itemCount).toBe(told!.total)
})

it('says what the files lack, and the list with that filter has the same pupils', async () => {
  const told = await figures(head)
  expect(told).toMatchObject({ bound: 1, faceAgreed: 1, complete: 3 })
  expect(told!.lacking).toEqual([
    { what: 'id-card', count: 1 },
    { what: 'student-no', count: 1 },
    { what: 'guardian-phone', count: 1 },
    { what: 'emergency', count: 2 },
  ])
  for (const { what, count } of told!.lacking) {
    const filter = { ...everybody, orgId: tree.school.id, lacks: what, ...firstPage }
    expect((await searchStudents(own(database, head, today), filter)).itemCount).toBe(count)
  }
})

it('tells a teacher of her classes only, another school of its own, and a bureau of none', async () => {
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
    lacking: [
      { what: 'id-card', count: 0 },
      { what: 'student-no', count: 0 },
      { what: 'guardian-phone', count: 0 },
      { what: 'emergency', count: 0 },
    ],
  })
  expect(await figures(chief)).toBeNull()
})

it('tells everybody at a school how large it is, without rights to pupils, and a bureau nothing', async () => {
  const size = (actor: Actor) => asked(actor, readSchoolSize)
  const clerk = await as(chief, (ctx) => actorAt(ctx, tree.school, '文秘', {}))
  expect(await size(clerk)).toEqual({ pupils: 5, classes: 6 })
  expect(await size(neighbour)).toMatchObject({ pupils: 1 })
  expect(await size(chief)).toBeNull()
})

it('tells a class teacher in the morning how her class stands, and what the day is like', async () => {
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

it('tells nobody else of it: no other teacher, no neighbour, nor whoever runs the school and heads no class', async () => {
  for (const actor of [stranger, neighbour, head, chief]) expect(await myClasses(actor)).toEqual([])
})

it('keeps birthdays from whoever is not shown them', async () => {
  const blind: Actor = { ...teacher, hiddenFields: new Set(['student.birthday']) }
  expect((await myClasses(blind))[0]).toMatchObject({ total: 3, figures: { birthdays: [] } })
})

it('tells of what happened lately, but for those who simply began, and within reach', async () => {
  expect(await asked(head, listRecentChanges)).toEqual([])
  const move = {
    type: 'move' as const,
    on: today,
    gradeId: tree.grades.first.gradeId,
    classId: b,
    whereTo: '',
    basis: '',
    reason: '',
  }
  await asked(head, (ctx) => carryOutEvent(ctx, { ...move, targets: { ids: [ids[2]!] } }))
  expect(await asked(head, listRecentChanges)).toMatchObject([
    { studentName: '无号', type: 'move', from: '一(1)班', to: '一(2)班' },
  ])
  expect(await asked(teacher, listRecentChanges)).toHaveLength(1)
  expect(await asked(neighbour, listRecentChanges)).toEqual([])
  expect(await asked(stranger, listRecentChanges)).toEqual([])
})

it('gives nothing to somebody of a school whose reach is empty', async () => {
  const nobody = await as(chief, (ctx) => actorAt(ctx, tree.school, '新来的', { 'student.read': nothing }))
  expect(await figures(nobody)).toMatchObject({ isWhole: false, total: 0, classes: [], grades: [] })
})
