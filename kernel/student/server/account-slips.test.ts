import { beforeAll, expect, it } from 'vitest'
import { classOf } from '#kernel/schooling/server/example.ts'
import { Refusal, Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { findActivation, createAccountSlips, consumeActivation } from './service/family/account-slips.ts'
import { listRevealRecords, getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { createStudents, type NewStudent } from './api.ts'
import { createClassTeacher, on, createManagedSchools, getNoon } from './students.fixture.ts'
import { aChildIdCard, aPupilRow } from './example.ts'

const database = useDatabase()
const { as } = database
const today = '2026-11-16'
let planted: Awaited<ReturnType<typeof createManagedSchools>>
let classId: string

/** The purposes for which a step-up was required. The SMS code is always 123456. */
const demanded: string[] = []

beforeAll(async () => {
  database.contribute('stepUpChecks', async (_ctx, purpose, { code, msgId }) => {
    if (code === '123456' && msgId === purpose) return true
    demanded.push(purpose)
    throw new Refusal('请先完成短信验证', Ret.secondStepNeeded, { msgId: purpose })
  })
  planted = await as(createActor(), createManagedSchools)
  classId = planted.tree.grades.second.classIds[0]!
})

/** Each test has its own class teacher, because slips are counted per person. */
async function aHead(): Promise<Actor> {
  const teacher = await as(planted.chief, (ctx) => createClassTeacher(ctx, planted.tree.school, '周老师'))
  await as(planted.chief, (ctx) => setClassHeads(ctx, [{ classId, userId: teacher.userId }], '2026-09-01'))
  return teacher
}
const asOf = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, day = today) => as(actor, (ctx) => work(on(ctx, day)))
const numbered = () => {
  const idCard = aChildIdCard()
  return { idCard, studentNo: `G${idCard}` }
}
const enrolAll = (rows: readonly Partial<NewStudent>[]) =>
  asOf(planted.chief, (ctx) => {
    const pupils = rows.map((more) => aPupilRow(classOf(planted.tree.grades.second), { sex: '女', ...more }))
    return createStudents(ctx, pupils, { type: 'enrol' })
  })
const enrol = async (more: Partial<NewStudent> = {}) => (await enrolAll([more]))[0]!
const reason = '首次发放'
const hand = (who: Actor, ids: readonly string[], proof: { msgId?: string; code?: string } = {}, day = today) =>
  createAccountSlips(database.requestCtx(who, getNoon(day)), { ids: [...ids], reason, ...proof })
/** Passes the required step-up. */
async function handProved(who: Actor, ids: readonly string[], day = today) {
  await expect(hand(who, ids, {}, day)).rejects.toMatchObject({ ret: Ret.secondStepNeeded })
  return hand(who, ids, { msgId: demanded.at(-1)!, code: '123456' }, day)
}
const slipOf = async (who: Actor, id: string) => (await hand(who, [id]))[0]!
const find = (slip: { userName: string; code: string }, day = today) =>
  asOf(planted.chief, (ctx) => findActivation({ ...ctx, districtId: database.home }, slip), day)

it('a slip works once, for thirty days, for one pupil, and until the next slip', async () => {
  const teacher = await aHead()
  const { idCard, studentNo } = numbered()
  const id = await enrol({ idCard, studentNo })
  const first = await slipOf(teacher, id)
  const { code, loginName } = await slipOf(teacher, id)
  // The activation is found by login name or 学籍号. A reprint keeps the login name.
  expect(first.loginName).toBe(loginName)
  for (const userName of [loginName, studentNo.toLowerCase()]) {
    expect(await find({ userName, code: first.code })).toBeUndefined()
    expect(await find({ userName, code })).toMatchObject({ studentId: id, accountId: null, loginName, studentNo })
    expect(await find({ userName, code }, '2026-12-16')).toBeUndefined()
  }
  const take = () => asOf(teacher, (ctx) => consumeActivation(ctx, id, code))
  expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toEqual([true])
  expect(await find({ userName: loginName, code })).toBeUndefined()
  const [row] = await database.sql<{ row: string }>(
    'select row_to_json(a)::text as row from tenant.student_activation a where student_id = $1',
    [id],
  )
  expect(row!.row).not.toContain(code)
})

it('creates a login name of the school’s initials and unmistakable characters', async () => {
  const teacher = await aHead()
  const slips = await handProved(teacher, await enrolAll(Array.from({ length: 30 }, numbered)))
  for (const { loginName } of slips) expect(loginName).toMatch(/^syxx[2-9b-df-hjkmnp-tv-z]{8}$/)
  expect(new Set(slips.map(({ loginName }) => loginName)).size).toBe(30)
})

it('issues slips to pupils without 学籍号, but not to pupils who have left', async () => {
  const teacher = await aHead()
  const id = await enrol({ name: '无号' })
  const { loginName, code } = await slipOf(teacher, id)
  expect(await find({ userName: loginName, code })).toMatchObject({ studentId: id, studentNo: '' })
  // Pupils of another school are not found.
  await expect(hand(planted.neighbour, [id])).rejects.toMatchObject({ ret: Ret.notFound })
  await database.sql(`update tenant.enrolment set valid = '[2026-09-01,2026-11-01)' where student_id = $1`, [id])
  await expect(hand(planted.head, [id])).rejects.toThrow('无号已离校，不能发放账号单')
})

it('records a slip as a reveal with its reason, but outside the daily limit of number reveals', async () => {
  const teacher = await aHead()
  const ids = await enrolAll(Array.from({ length: 10 }, numbered))
  await hand(teacher, ids)
  for (const id of ids)
    expect(await asOf(teacher, (ctx) => listRevealRecords(ctx, id))).toMatchObject([
      { by: '周老师', field: '账号单激活码', reason },
    ])
  const reveal = { id: ids[0]!, field: 'idCard' as const, guardianId: null, reason: '核对学籍', on: undefined }
  expect(await asOf(teacher, (ctx) => revealStudentField(ctx, reveal))).toMatchObject({ leftToday: 49 })
})

it('needs an SMS code for more than ten pupils, also over several requests', async () => {
  const teacher = await aHead()
  const ids = await enrolAll(Array.from({ length: 23 }, numbered))
  const needsCode = { ret: Ret.secondStepNeeded }
  await expect(hand(teacher, ids.slice(0, 11))).rejects.toMatchObject(needsCode)
  expect(await hand(teacher, ids.slice(0, 6))).toHaveLength(6)
  // Two concurrent requests: one of them is refused.
  const both = await Promise.allSettled([hand(teacher, ids.slice(6, 10)), hand(teacher, ids.slice(6, 10))])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(hand(teacher, ids.slice(10, 11))).rejects.toMatchObject(needsCode)
  // The SMS code is valid only for the pupils it was sent for.
  const proof = { msgId: demanded.at(-1)!, code: '123456' }
  await expect(hand(teacher, ids.slice(11, 12), proof)).rejects.toMatchObject(needsCode)
  expect(await hand(teacher, ids.slice(10, 11), proof)).toHaveLength(1)
  // Slips with an SMS code do not count towards the limit of ten.
  const other = await aHead()
  expect(await handProved(other, ids.slice(0, 12))).toHaveLength(12)
  expect(await hand(other, ids.slice(12, 13))).toHaveLength(1)
})

it('allows two hundred slips per day and person', async () => {
  const teacher = await aHead()
  const ids = await enrolAll(Array.from({ length: 201 }, numbered))
  await handProved(teacher, ids.slice(0, 199))
  await expect(hand(teacher, ids.slice(199))).rejects.toMatchObject({
    ret: Ret.tooMany,
    message: '每天最多发放200人的账号单，今天还可以发放1人',
  })
  expect(await hand(teacher, ids.slice(199, 200))).toHaveLength(1)
  await expect(hand(teacher, ids.slice(200))).rejects.toMatchObject({
    ret: Ret.tooMany,
    message: '每天最多发放200人的账号单，今天还可以发放0人',
  })
  expect(await hand(await aHead(), ids.slice(200))).toHaveLength(1)
  const reveals = await database.sql(
    `select subject_id from tenant.reveal_log where person_id = $1 and field = 'activationCode'`,
    [teacher.personId],
  )
  expect(new Set(reveals.map(({ subject_id: id }) => id)).size).toBe(200)
})

it('shows the login name again to staff in charge of the class', async () => {
  const teacher = await aHead()
  const id = await enrol(numbered())
  const nameFor = async (who: Actor) => (await asOf(who, (ctx) => getStudent(ctx, { id, on: undefined }))).loginName
  expect(await nameFor(teacher)).toBe('')
  const { loginName } = await slipOf(teacher, id)
  expect(await nameFor(teacher)).toBe(loginName)
  const reader = {
    ...teacher,
    permissions: new Map([...teacher.permissions].filter(([key]) => key === 'student.read')),
  }
  expect(await nameFor(reader)).toBe('')
})
