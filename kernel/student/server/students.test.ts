import { beforeAll, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { aClass, classOf } from '#kernel/schooling/server/example.ts'
import { type Actor, newId, Ret } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createStudents, listRoster } from './api.ts'
import { addStudent } from './service/students/add-student.ts'
import { editStudent } from './service/students/edit-student.ts'
import { applyEvent, previewEvent } from './service/students/enrolment-events.ts'
import { listGroupMembersOf, setGroupMembers, setSeats } from './service/students/rosters.ts'
import { saveGuardians } from './service/students/save-guardians.ts'
import { listChanges, searchChanges } from './service/students/student-changes.ts'
import { listRevealRecords, getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import type { EventForm, StudentForm } from '../contract.ts'
import { currentStudents, createStudentForm, on, createManagedSchools, type TestSchools } from './students.fixture.ts'
import { aChildIdCard, aPupil, aPupilRow } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: TestSchools
let chief: Actor, head: Actor, neighbour: Actor
let gradeId: string, a: string, b: string
beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedSchools))
  gradeId = tree.grades.first.gradeId
  ;[a, b] = tree.grades.first.classIds as [string, string]
})

const today = '2026-11-20'
const add = (actor: Actor, more: Parameters<typeof createStudentForm>[2] = {}) =>
  as(actor, (ctx) => addStudent(on(ctx, today), createStudentForm(gradeId, a, more)))
const read = (id: string, actor = head) => as(actor, (ctx) => getStudent(on(ctx, today), { id }))
const make = async (name: string, classId: string | null = a) =>
  (await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.first, classId), { name }))).id
const event = (type: EventForm['type'], id: string, more: Partial<EventForm> = {}): EventForm => ({
  targets: { ids: [id] },
  type,
  on: today,
  gradeId: null,
  classId: null,
  whereTo: '',
  basis: '',
  reason: '',
  ...more,
})
const happen = (form: EventForm, actor = head) => as(actor, (ctx) => applyEvent(on(ctx, today), form))

it('creates a pupil with masked numbers, invisible to the other school', async () => {
  const idCard = aChildIdCard('男')
  const { id } = await add(head, { name: '顾一鸣', idCard, studentNo: `G${idCard}`, birthday: '', seatNo: 3 })
  const detail = await read(id)
  expect(detail).toMatchObject({
    name: '顾一鸣',
    sex: '男',
    className: '一(1)班',
    seatNo: 3,
    status: 'studying',
    orgName: '实验小学',
    idCard: `${idCard.slice(0, 6)}************`,
    guardianName: '李秀兰',
    birthday: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
    may: { edit: true, event: true, contact: true, reveal: true, account: true },
  })
  expect(JSON.stringify(detail)).not.toContain(idCard)
  await expect(read(id, neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
})

it('refuses a pupil who already exists in the district: a transfer is needed', async () => {
  const idCard = aChildIdCard('男')
  const studentNo = `G${idCard}`
  await add(head, { name: '顾再来', idCard, studentNo })
  const there = { gradeId: tree.otherGrades.first.gradeId, classId: tree.otherGrades.first.classIds[0]! }
  const transfer = '该学生已在“实验小学”就读，请走转学流程'
  // The message names person and school only to callers with both in scope.
  const neutral = '该号码已登记，请走转学流程或联系区管理员'
  await expect(add(neighbour, { name: '顾再来', studentNo, ...there })).rejects.toThrow(neutral)
  await expect(add(neighbour, { name: '顾再来', idCard, ...there })).rejects.toThrow(neutral)
  const asChief = { name: '顾再来', orgId: tree.other.id, ...there }
  await expect(add(chief, { ...asChief, studentNo })).rejects.toThrow(transfer)
  await expect(add(chief, { ...asChief, idCard })).rejects.toThrow(transfer)
  await expect(add(head, { name: '顾再来', studentNo })).rejects.toThrow('学籍号已存在（实验小学）')
})

it('creates one row when two users add the same child at once', async () => {
  const idCard = aChildIdCard('男')
  const both = await Promise.allSettled([add(head, { name: '顾同时', idCard }), add(head, { name: '顾同时', idCard })])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rows = await database.sql("select from tenant.person where name = '顾同时'")
  expect(rows).toHaveLength(1)
})

it('refuses to make a pupil of a staff member, which would give access to the account', async () => {
  const idCard = aChildIdCard('男')
  const { createPerson } = await import('#kernel/identity/server/api.ts')
  const { addMembership } = await import('#kernel/staff/server/api.ts')
  await as(chief, async (ctx) => {
    const personId = await createPerson(ctx, { name: '校长本人', idCard })
    await addMembership(ctx, { personId, orgId: tree.other.id, userType: 'teacher' }, { counts: false })
  })
  await expect(add(head, { name: '校长本人', idCard })).rejects.toThrow('该号码已登记')
})

it('refuses a child without a guardian’s phone number, and a class of another school', async () => {
  await expect(add(head, { guardians: [] })).rejects.toThrow('请填写监护人电话')
  await expect(add(head, { classId: tree.otherGrades.first.classIds[0]! })).rejects.toThrow('班级不存在')
  await expect(add(head, { gradeId: tree.otherGrades.first.gradeId, classId: null })).rejects.toThrow('年级不存在')
  await expect(add(head, { orgId: tree.other.id })).rejects.toMatchObject({ ret: Ret.notFound })
})

const formOf = async (id: string, more: Partial<StudentForm> = {}): Promise<StudentForm> => {
  const { name, sex, idKind, schoolNo, birthday, nation, household, isBoarding, isSpecial, version } = await read(id)
  return { id, name, sex, idKind, schoolNo, birthday, nation, household, isBoarding, isSpecial, version, ...more }
}

it('replaces a temporary 学籍号 by a formal one, keeps fields that are not sent, and refuses an outdated version', async () => {
  const number = aChildIdCard('男')
  const { id } = await add(head, { name: '顾临时', studentNo: `L${number}`, address: '杭州市西湖区文三路1号' })
  const form = await formOf(id, { studentNo: `G${number}`, nation: '02' })
  const edited = await as(head, (ctx) => editStudent(on(ctx, today), form))
  expect(edited).toEqual({ id, note: '检测到正式学籍号，已更新' })
  expect(await read(id)).toMatchObject({ nation: '02', address: '杭州市西湖****', version: 2 })
  await expect(as(head, (ctx) => editStudent(ctx, form))).rejects.toMatchObject({ ret: Ret.changedByOthers })
  await expect(as(neighbour, (ctx) => editStudent(ctx, form))).rejects.toMatchObject({ ret: Ret.notFound })
})

it('a new name or ID number is in the identity log with the address, and the pupil and the guardians are told', async () => {
  const [had, number] = [aChildIdCard('男'), aChildIdCard('男')]
  const { id } = await add(head, { name: '顾旧名', idCard: had })
  const form = await formOf(id, { name: '顾新名', idCard: number })
  await as(head, (ctx) => editStudent({ ...on(ctx, today), address: '10.4.5.6' }, form))
  const [pupil] = await database.sql<{ personId: string }>(
    'select person_id as "personId" from tenant.student where id = $1',
    [id],
  )
  const rows = await database.sql(
    `select kind, before, after, address from tenant.identity_log where person_id = $1 and address = '10.4.5.6' order by kind`,
    [pupil!.personId],
  )
  expect(rows).toMatchObject([
    { kind: 'id-card-changed', address: '10.4.5.6' },
    { kind: 'name-changed', before: '顾旧名', after: '顾新名' },
  ])
  const told = await database.sql(
    `select b.title from tenant.message m join tenant.message_batch b on b.id = m.batch_id where m.person_id = $1`,
    [pupil!.personId],
  )
  expect(told).toEqual([{ title: '学校修改了顾旧名的姓名和身份证号' }])
})

it('replaces guardians with one primary guardian; shows custody restrictions only with the permission', async () => {
  const id = await make('顾有家')
  const father = {
    id: null,
    name: '顾父',
    relation: 1 as const,
    phone: aPhone(),
    isPrimary: true,
    isEmergency: true,
  }
  const save = (guardians: object[]) =>
    as(head, (ctx) => saveGuardians(ctx, { studentId: id, guardians: guardians as never }))
  await save([{ ...father, restriction: 'no-pickup', version: 0 }])
  const [only, ...others] = (await read(id)).guardians
  expect(others).toEqual([])
  expect(only).toMatchObject({ name: '顾父', restriction: 'no-pickup', isPrimary: true })
  const reader = { ...head, permissions: new Map([['student.read', head.permissions.get('student.read')!]]) }
  expect((await read(id, reader)).guardians[0]!.restriction).toBeNull()
  const unchanged = {
    id: only!.id,
    name: '顾父',
    relation: 1,
    isPrimary: true,
    isEmergency: true,
    restriction: 'none',
  }
  await save([{ ...unchanged, version: only!.version }])
  expect((await read(id)).guardians[0]).toMatchObject({ phone: only!.phone, restriction: 'none' })
  await expect(save([{ ...unchanged, restriction: 'no-pickup', version: only!.version }])).rejects.toMatchObject({
    ret: Ret.changedByOthers,
  })
  await expect(save([])).rejects.toThrow('请填写监护人电话')
})

it('sets seats by hand or in an order, without duplicates', async () => {
  const classId = tree.grades.first.classIds[2]!
  const one = await make('赵安', classId)
  const two = await make('安然', classId)
  const set = (body: object) => as(head, (ctx) => setSeats(on(ctx, today), { classId, ...body }))
  expect(await set({ by: 'pinyin' })).toEqual({ changed: 2 })
  const seats = async () =>
    new Map((await as(head, (ctx) => listRoster(ctx, { classId }, today))).map((row) => [row.id, row.seatNo]))
  expect(await seats()).toEqual(
    new Map([
      [two, 1],
      [one, 2],
    ]),
  )
  await expect(set({ seats: [{ id: one, seatNo: 1 }] })).rejects.toThrow('座号1重复')
  await set({
    seats: [
      { id: one, seatNo: 1 },
      { id: two, seatNo: 2 },
    ],
  })
  expect((await seats()).get(one)).toBe(1)
  await expect(as(neighbour, (ctx) => setSeats(ctx, { classId, by: 'pinyin' }))).rejects.toMatchObject({
    ret: Ret.notFound,
  })
})

it('reveals a masked number for a reason, and lists the reveals on the pupil’s page', async () => {
  const idCard = aChildIdCard('男')
  const { id } = await add(head, { name: '顾看见', idCard })
  const revealIdCard = (actor: Actor) =>
    as(actor, (ctx) =>
      revealStudentField(on(ctx, today), { id, field: 'idCard', guardianId: null, reason: '办理学籍' }),
    )
  expect(await revealIdCard(head)).toEqual({ value: idCard, leftToday: 49 })
  await expect(revealIdCard(neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
  expect(await as(head, (ctx) => listRevealRecords(ctx, id))).toMatchObject([
    { by: '管理员', field: '证件号', reason: '办理学籍' },
  ])
  for (let at = 0; at < 49; at++) await revealIdCard(head)
  await expect(revealIdCard(head)).rejects.toMatchObject({ ret: Ret.tooMany })
})

it('休学 removes the pupil from the class and 复学 returns; a studying pupil cannot return', async () => {
  const id = await make('顾休')
  await expect(happen(event('resume', id))).rejects.toThrow('在读，无需复学')
  await happen(event('suspend', id, { on: '2026-11-10' }))
  expect(await read(id)).toMatchObject({ status: 'suspended', classId: null })
  await expect(happen(event('move', id, { classId: b, on: today }))).rejects.toThrow('休学中，请先办理复学')
  await expect(happen(event('resume', id, { on: '2026-11-09', classId: b }))).rejects.toThrow(
    '生效日期不能早于2026-11-10',
  )
  await happen(event('resume', id, { classId: b, on: '2026-11-15' }))
  expect(await read(id)).toMatchObject({ status: 'studying', className: '一(2)班' })
  const { items } = await as(head, (ctx) =>
    listChanges(on(ctx, today), { studentId: id, orgId: null, pageNumber: 1, pageSize: 20 }),
  )
  expect(items.map(({ type, from, to }) => [type, from, to].join('|')).toSorted()).toEqual([
    'enrol||一(1)班',
    'resume||一(2)班',
    'suspend|一(1)班|',
  ])
})

it('复学 into the grade below is the same pupil: the year before stays in the old class', async () => {
  const { second, first } = tree.grades
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(second), { name: '顾复学' }))
  const personId = async () =>
    (await database.sql<{ id: string }>('select person_id as id from tenant.student where id = $1', [id]))[0]!.id
  const before = await personId()
  await happen(event('suspend', id, { on: '2026-11-10' }))
  await happen(event('resume', id, { on: today, classId: first.classIds[0]! }))
  expect(await read(id)).toMatchObject({ status: 'studying', className: '一(1)班' })
  const { className } = await as(head, (ctx) => getStudent(on(ctx, today), { id, on: '2026-11-09' }))
  expect(className).toBe('二(1)班')
  const pupils = await database.sql('select from tenant.student where person_id = $1', [before])
  expect([await personId(), pupils.length]).toEqual([before, 1])
})

it('留级 in compulsory schooling needs a basis; the preview warns and changes nothing', async () => {
  const { second, first } = tree.grades
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(second), { name: '顾留' }))
  const form = event('repeat', id!, { classId: first.classIds[0]! })
  const preview = await as(head, (ctx) => previewEvent(on(ctx, today), form))
  expect(preview).toMatchObject({ count: 1, changes: [{ from: '二(1)班', to: '一(1)班' }] })
  expect(preview.warnings).toEqual(['义务教育阶段原则上不留级，请填写审批依据'])
  expect(await read(id!)).toMatchObject({ className: '二(1)班' })
  await expect(happen(form)).rejects.toMatchObject({ data: { errors: [{ field: 'basis' }, { field: 'reason' }] } })
  await expect(happen({ ...form, reason: '病休一年' })).rejects.toMatchObject({
    data: { errors: [{ field: 'basis' }] },
  })
  await happen({ ...form, basis: '教育局批复〔2026〕3号', reason: '病休一年' })
  expect(await read(id!)).toMatchObject({ className: '一(1)班' })
  const { items } = await as(head, (ctx) =>
    listChanges(on(ctx, today), { studentId: id!, orgId: null, pageNumber: 1, pageSize: 20 }),
  )
  expect(items.map(({ reason }) => reason)).toContain('依据：教育局批复〔2026〕3号；病休一年')
  await expect(happen(event('repeat', id!, { classId: second.classIds[0]!, reason: '再议' }))).rejects.toThrow(
    '留级须到下一年级',
  )
})

it('refuses to expel or withdraw a pupil from compulsory schooling, whatever the basis', async () => {
  const id = await make('顾不退')
  const basis = { basis: '校务会决定', reason: '屡次违纪' }
  await expect(happen(event('expel', id, basis))).rejects.toThrow('义务教育阶段不得开除学生')
  await expect(happen(event('withdraw', id, basis))).rejects.toThrow('义务教育阶段不得办理退学')
  expect(await as(head, (ctx) => previewEvent(on(ctx, today), event('expel', id, basis)))).toMatchObject({
    count: 0,
    refused: [{ id, why: '义务教育阶段不得开除学生' }],
  })
  // At a senior high school it is possible; expelling needs a basis.
  const { id: older } = await as(chief, async (ctx) =>
    aPupil(ctx, await aClass(ctx, tree.school, { stage: 4, startYear: 2026 }), { name: '顾退' }),
  )
  await expect(happen(event('expel', older!, { reason: '屡次违纪' }))).rejects.toMatchObject({
    data: { errors: [{ field: 'basis' }] },
  })
  await happen(event('withdraw', older!, { reason: '自愿' }))
  expect(await read(older!)).toMatchObject({ status: 'withdrawn' })
})

it('a pupil who leaves keeps the history, is found among former pupils, and returns by 复学', async () => {
  const id = await make('顾走', b)
  await happen(event('transfer-out', id, { on: '2026-11-10', whereTo: '上海某校' }))
  expect(await read(id)).toMatchObject({ status: 'transferred', className: '一(2)班' })
  await expect(happen(event('withdraw', id))).rejects.toThrow('已不在校')
  const roster = (day: string) =>
    as(head, async (ctx) => (await listRoster(ctx, { classId: b }, day)).map((row) => row.id))
  expect(await roster('2026-11-09')).toContain(id)
  expect(await roster('2026-11-10')).not.toContain(id)
  await happen(event('resume', id, { classId: b }))
  expect(await read(id)).toMatchObject({ status: 'studying', className: '一(2)班' })
})

it('a change next month changes nothing today, and dates too far ahead are refused', async () => {
  const id = await make('顾将来')
  await happen(event('transfer-out', id, { on: '2026-12-20' }))
  expect(await read(id)).toMatchObject({ status: 'studying', className: '一(1)班' })
  const then = await as(head, (ctx) => getStudent(on(ctx, today), { id, on: '2026-12-20' }))
  expect(then.status).toBe('transferred')
  await expect(happen(event('move', id, { classId: b }))).rejects.toThrow('生效日期不能早于2026-12-20')
  await expect(happen(event('suspend', await make('顾太远'), { on: '2027-09-01' }))).rejects.toThrow(
    '日期最多提前180天',
  )
})

it('the list of changes leaves out 入学 by default, filters by name, date and type, and counts each type', async () => {
  const { classIds } = tree.otherGrades.first
  const rows = ['苗一', '苗二'].map((name) => aPupilRow(classOf(tree.otherGrades.first), { name }))
  const [one, two] = await as(chief, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))
  await happen(event('move', one!, { classId: classIds[1]!, on: '2026-10-12' }), neighbour)
  await happen(event('suspend', two!, { on: '2026-11-10', reason: '因病' }), neighbour)
  const search = (changeFilter: Partial<Parameters<typeof searchChanges>[1]>) =>
    as(neighbour, (ctx) =>
      searchChanges(on(ctx, today), { orgId: null, keyword: '', pageNumber: 1, pageSize: 20, ...changeFilter }),
    )
  const all = await search({})
  expect(all.items.map(({ studentName, type }) => `${studentName} ${type}`).toSorted()).toEqual([
    '苗一 move',
    '苗二 suspend',
  ])
  expect(new Map(all.counts!.map(({ type, count }) => [type, count]))).toEqual(
    new Map([
      ['enrol', 2],
      ['move', 1],
      ['suspend', 1],
    ]),
  )
  expect(await search({ type: 'enrol' })).toMatchObject({ itemCount: 2 })
  for (const keyword of ['苗一', 'miaoyi', 'my'])
    expect((await search({ keyword })).items.map(({ studentName }) => studentName)).toContain('苗一')
  expect((await search({ keyword: '苗一' })).items).toHaveLength(1)
  expect((await search({ from: '2026-11-01', to: '2026-11-30' })).items).toMatchObject([{ studentName: '苗二' }])
  await expect(search({ orgId: tree.school.id })).rejects.toMatchObject({ ret: Ret.notFound })
})

it('applies an event to all pupils of a filter, and returns the refused ones with the reason', async () => {
  const { gradeId: grade, classIds } = tree.grades.second
  const rows = ['冯甲', '冯乙', '冯丙'].map((name) => aPupilRow(classOf(tree.grades.second, 2), { name }))
  const ids = await as(chief, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))
  await happen(event('suspend', ids[1]!, { on: '2026-11-01' }))
  const filter = { ...currentStudents, gradeId: grade, keyword: '冯' }
  const form = event('move', ids[0]!, { targets: { filter, except: [ids[2]!] }, classId: classIds[1]! })
  const effect = await happen(form)
  expect(effect.changes.map(({ name }) => name)).toEqual(['冯甲'])
  expect(effect.refused).toMatchObject([{ name: '冯乙', why: '休学中，请先办理复学' }])
  await expect(happen(event('suspend', ids[0]!), neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
})

it('a free group has its chosen pupils from a day on, without pupils who have left the school', async () => {
  const groupId = '00000000-0000-7000-8000-0000000000aa'
  const termId = '00000000-0000-7000-8000-0000000000ab'
  const subjectId = '00000000-0000-7000-8000-0000000000ac'
  await database.sql(
    `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
     values (1, $1, 2026, 1, '2026-09-01', '2027-01-31', now(), now())`,
    [termId],
  )
  await database.sql(
    `insert into tenant.subject (district_id, id, org_id, name, kind, stages, created_at, updated_at)
     values (1, $1, $2, '围棋', 'school', '{2}', now(), now())`,
    [subjectId, tree.school.id],
  )
  await database.sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, name, capacity, created_at, updated_at)
     values (1, $1, $2, $3, $4, $5, 'free', '围棋班', 2, now(), now())`,
    [groupId, tree.school.id, termId, gradeId, subjectId],
  )
  const [one, two, three] = [await make('棋一'), await make('棋二'), await make('棋三')]
  const set = (studentIds: string[], from: string) =>
    as(head, (ctx) => setGroupMembers(on(ctx, today), { groupId, studentIds, from }))
  const roster = (day: string) =>
    as(head, async (ctx) => (await listRoster(ctx, { groupId }, day)).map(({ name }) => name))
  expect(await set([one, two], '2026-09-10')).toEqual({ joined: 2, left: 0 })
  expect(await set([two, three], '2026-10-10')).toEqual({ joined: 1, left: 1 })
  expect(await roster('2026-10-09')).toEqual(['棋二', '棋一'])
  await happen(event('transfer-out', three, { on: '2026-11-01' }))
  expect(await roster('2026-10-31')).toEqual(['棋二', '棋三'])
  expect(await roster('2026-11-01')).toEqual(['棋二'])
  await expect(set([one, two, three], today)).rejects.toThrow('人数超过容量2人')

  const membersOn = (day: string) =>
    as(head, async (ctx) => (await listGroupMembersOf(ctx, [groupId], day)).map(({ studentId }) => studentId))
  expect([await membersOn('2026-10-09'), await membersOn('2026-11-01')]).toEqual([[two, one], [two]])
  // One group of a subject at a time: a pupil leaves the first group, then joins the other one.
  const otherId = newId()
  await database.sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, name, created_at, updated_at)
     values (1, $1, $2, $3, $4, $5, 'free', '象棋班', now(), now())`,
    [otherId, tree.school.id, termId, gradeId, subjectId],
  )
  const choose = (studentIds: string[]) =>
    as(head, (ctx) => setGroupMembers(on(ctx, today), { groupId: otherId, studentIds, from: today }))
  await expect(choose([two])).rejects.toThrow('棋二已在本学科的“围棋班”，请先移出')
  await set([], today)
  expect(await choose([two])).toEqual({ joined: 1, left: 0 })
  expect(await choose([two])).toEqual({ joined: 0, left: 0 })
  const events = await database.sql(
    `select from tenant.event where name = 'group.members-changed' and ids ->> 'groupId' = $1`,
    [otherId],
  )
  expect(events).toHaveLength(1)
})
