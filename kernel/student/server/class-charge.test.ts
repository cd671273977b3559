import { beforeAll, expect, it } from 'vitest'
import { classOf } from '#kernel/schooling/server/example.ts'
import type { PermissionSpec } from '#packages/contract'
import { newId, Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { ensureNationalSubjects, ensureTerms, setClassHeads } from '#kernel/schooling/server/api.ts'
import { manifest } from '../manifest.ts'
import { createStudents } from './api.ts'
import { listFaces } from './service/face/faces.ts'
import { getClassCode } from './service/family/class-codes.ts'
import { savePaperConsent } from './service/family/guardian-consents.ts'
import { createAccountSlips } from './service/family/account-slips.ts'
import { saveGuardians } from './service/students/save-guardians.ts'
import { getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { setSeats } from './service/students/rosters.ts'
import { createClassTeacher, on, createManagedSchools, getNoon } from './students.fixture.ts'
import { aChildIdCard, aPupilRow } from './example.ts'

const database = useDatabase()
const { as, sql } = database
const today = '2026-11-16'
let teacher: Actor
let own: { classId: string; id: string }
let taught: { classId: string; id: string }
const callAs = <T>(work: (ctx: Ctx) => Promise<T>) => as(teacher, (ctx) => work(on(ctx, today)))

/** The teacher heads one class and teaches a subject in another. */
beforeAll(async () => {
  const { tree, chief } = await as(createActor(), createManagedSchools)
  const { gradeId, classIds } = tree.grades.first
  const [a, b] = classIds as [string, string]
  teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '周老师'))
  await as(chief, async (ctx) => {
    await ensureTerms(on(ctx, today))
    await ensureNationalSubjects(ctx)
    await setClassHeads(ctx, [{ classId: a, userId: teacher.userId }], '2026-09-01')
  })
  const group = newId()
  await sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, created_at, updated_at)
     select $1, $2, $3, (select id from tenant.term where district_id = $1 limit 1), $4,
       (select id from tenant.subject where district_id = $1 limit 1), 'class', $5, now(), now()`,
    [database.home, group, tree.school.id, gradeId, b],
  )
  await sql(
    `insert into tenant.teaching_assignment (district_id, id, group_id, user_id, role, valid, created_at, updated_at)
     values ($1, $2, $3, $4, 'lead', '[2026-09-01,)', now(), now())`,
    [database.home, newId(), group, teacher.userId],
  )
  const pupil = (classId: string) =>
    aPupilRow(classOf(tree.grades.first, classId), { studentNo: `G${aChildIdCard('男')}` })
  const [one, two] = await as(chief, (ctx) => createStudents(ctx, [pupil(a), pupil(b)], { type: 'enrol' }))
  own = { classId: a, id: one! }
  taught = { classId: b, id: two! }
})

const notFoundError = { ret: Ret.notFound }
const acts: Record<string, (one: { classId: string; id: string }) => (ctx: Ctx) => Promise<unknown>> = {
  'opens a number': (one) => (ctx) =>
    revealStudentField(ctx, {
      id: one.id,
      field: 'guardianPhone',
      guardianId: null,
      reason: '家访联系',
      on: undefined,
    }),
  'hands out a slip': (one) => () =>
    createAccountSlips(database.requestCtx(teacher, getNoon(today)), { ids: [one.id], reason: '首次发放' }),
  'hands out the word of the class': (one) => (ctx) => getClassCode(ctx, { classId: one.classId, renew: false }),
  'puts pupils into seats': (one) => (ctx) => setSeats(ctx, { classId: one.classId, by: 'pinyin', seats: undefined }),
  'enters a consent': (one) => (ctx) =>
    savePaperConsent(ctx, { studentIds: [one.id], purpose: 'face', agrees: true, fileId: null } as never),
}

it.each(Object.entries(acts))(
  'a teacher %s in the own class, but not in a class that she only teaches',
  async (_, act) => {
    await callAs(act(own))
    await expect(callAs(act(taught))).rejects.toMatchObject(notFoundError)
  },
)

it('a teacher sees the pupils she teaches, but neither their faces nor custody restrictions', async () => {
  const seen = await callAs((ctx) => getStudent(ctx, { id: taught.id, on: undefined }))
  expect(seen.may).toMatchObject({ contact: false, reveal: false, account: false })
  expect(seen.guardians).toMatchObject([{ restriction: null }])
  const query = { orgId: null, gradeId: null, classId: null, state: undefined, pageNumber: 1, pageSize: 50 }
  const faces = await callAs((ctx) => listFaces(ctx, query as never))
  expect(faces.items.map(({ studentId }) => studentId)).toEqual([own.id])
  const guardians = { studentId: taught.id, guardians: [] }
  await expect(callAs((ctx) => saveGuardians(ctx, guardians))).rejects.toMatchObject(notFoundError)
})

it('every permission of a class teacher except reading needs the charge of the class', () => {
  const specs: [string, PermissionSpec][] = Object.entries(manifest.permissions)
  const wide = specs.filter(([, { defaultFor, needsCharge }]) => 'class-teacher' in defaultFor && !needsCharge)
  expect(wide.map(([permission]) => permission)).toEqual(['student.read'])
})
