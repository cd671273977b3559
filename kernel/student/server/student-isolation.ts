import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { dayOf, newId, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { IsolationCase, World } from '#packages/testing'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { ensureNationalSubjects, ensureTerms, openGrade } from '#kernel/schooling/server/api.ts'
import type { studentRoutes } from '../contract-students.ts'
import { encryptRequestedName, encryptReason } from './encrypted-fields.ts'
import { listGuardiansOfStudents } from './student-read-queries.ts'
import { createStudents } from './service/students/create-students.ts'
import { requestTransferApproval } from './service/students/approve-transfers.ts'
import { insertTransfer } from './transfer-queries.ts'
import { aPupilRow } from './example.ts'

const purposes = ['read', 'edited', 'contacted', 'revealed', 'left', 'grouped', 'requested'] as const
type Pupils = Record<(typeof purposes)[number], string>
export interface StudentWorld {
  students: Pupils & {
    gradeId: string
    classId: string
    /** Two classes to be merged. */
    mergedId: string
    targetId: string
    guardianId: string
    groupId: string
    transferId: string
  }
}

// The teachers have other classes, so these are not found. Without the permission the call is refused.
const readOnly = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
// Lists of the own school are allowed, but empty.
const listed = { ...readOnly, teacher: 1, otherClassHead: 1 }
const adminOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofClass = { ...readOnly, teacher: -6 }
const today = () => dayOf(new Date())

const facts = {
  name: '苗小禾',
  sex: '',
  idKind: 'none',
  schoolNo: '',
  birthday: '',
  nation: '',
  household: '',
  isBoarding: false,
  isSpecial: false,
}
const guardian = { name: '苗父', relation: 1, phone: '13900001234', isPrimary: true, isEmergency: true }
const departureForm = (id: string) => ({
  targets: { ids: [id] },
  type: 'transfer-out',
  on: today(),
  gradeId: '',
  classId: '',
  whereTo: '',
  reason: '',
})
const mergeRequest = ({ students }: StudentWorld) => ({
  body: { sourceIds: [students.mergedId], targetId: students.targetId, on: today() },
})

export const studentCases: { readonly [Name in keyof typeof studentRoutes]: IsolationCase<StudentWorld> } = {
  search: { ...listed, request: ({ home }) => ({ body: { orgId: home.school.id } }) },
  sexCounts: { ...listed, request: ({ home }) => ({ body: { orgId: home.school.id } }) },
  detail: { ...readOnly, request: (_, { students }) => ({ query: { id: students.read } }) },
  add: {
    ...adminOnly,
    request: ({ home }, { students: { gradeId, classId } }) => ({
      body: {
        ...facts,
        orgId: home.school.id,
        gradeId,
        classId,
        seatNo: null,
        type: 'enrol',
        on: today(),
        guardians: [guardian],
      },
    }),
  },
  edit: { ...adminOnly, request: (_, { students }) => ({ body: { ...facts, id: students.edited, version: 1 } }) },
  saveGuardians: {
    ...ofClass,
    request: (_, { students }) => ({
      body: { studentId: students.contacted, guardians: [{ ...guardian, id: students.guardianId, version: 1 }] },
    }),
  },
  setSeats: { ...ofClass, request: (_, { students }) => ({ body: { classId: students.classId, by: 'pinyin' } }) },
  reveal: {
    ...ofClass,
    request: (_, { students }) => ({ body: { id: students.revealed, field: 'studentNo', reason: '核对学籍' } }),
  },
  revealRecords: { ...ofClass, request: (_, { students }) => ({ query: { id: students.revealed } }) },
  eventPreview: { ...adminOnly, request: (_, { students }) => ({ body: departureForm(students.left) }) },
  event: { ...adminOnly, request: (_, { students }) => ({ body: departureForm(students.left) }) },
  mergePreview: { ...adminOnly, request: (_, extra) => mergeRequest(extra) },
  mergeClasses: { ...adminOnly, request: (_, extra) => mergeRequest(extra) },
  changes: { ...listed, request: ({ home }) => ({ query: { orgId: home.school.id } }) },
  searchChanges: { ...listed, request: ({ home }) => ({ body: { orgId: home.school.id } }) },
  requestTransfer: {
    ...adminOnly,
    request: ({ home }, { students: { gradeId, classId } }) => ({
      body: {
        orgId: home.school.id,
        studentNo: 'G330106201905061234',
        name: '某人',
        gradeId,
        classId,
        on: today(),
        reason: '搬家',
      },
    }),
  },
  // Each caller gets the transfers of the own school.
  transfers: { ...adminOnly, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  decideTransfer: {
    ...adminOnly,
    request: (_, { students }) => ({ body: { id: students.transferId, decision: 'refuse', opinion: '手续不全' } }),
  },
  headCounts: { ...readOnly, request: ({ home }) => ({ query: { orgId: home.school.id } }) },
  setGroupMembers: {
    ...adminOnly,
    request: (_, { students }) => ({
      body: { groupId: students.groupId, studentIds: [students.grouped], from: today() },
    }),
  },
  roster: { ...readOnly, request: (_, { students }) => ({ query: { classId: students.classId } }) },
}

/** A grade with one pupil for each action, two classes to merge, a free group and a transfer. */
export async function prepareStudents({ database, home, owner }: World): Promise<StudentWorld> {
  const students = await database.as(owner, async (ctx) => {
    const orgId = home.school.id
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const startYear = getSchoolYear(today()) - 1
    const grade = await aGrade(ctx, home.school, { stage: 2, startYear, classes: 3 })
    const [classId, mergedId, targetId] = grade.classIds as [string, string, string]
    const guardians = [{ name: '苗母', relation: 2 as const, phone: '13900005678' }]
    const rows = purposes.map((purpose) =>
      aPupilRow(classOf(grade), { name: `苗${purpose}`, sex: '', idKind: 'none', on: today(), guardians }),
    )
    const ids = await createStudents(ctx, rows, { type: 'enrol' })
    const pupils = Object.fromEntries(purposes.map((purpose, at) => [purpose, ids[at]!])) as Pupils
    const [link] = await listGuardiansOfStudents(ctx.db, [pupils.contacted])
    const transferId = await createTransfer(ctx, { studentId: pupils.requested, orgId, toOrgId: home.otherSchool.id })
    return { ...pupils, gradeId: grade.gradeId, classId, mergedId, targetId, guardianId: link!.id, transferId }
  })
  return { students: { ...students, groupId: await createFreeGroup(database, home.districtId, students.gradeId) } }
}

/** Inserted directly, because kernel/schooling creates groups. */
async function createFreeGroup({ sql }: World['database'], district: number, gradeId: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, name, created_at, updated_at)
     select g.district_id, gen_random_uuid(), g.org_id, t.id, g.id, s.id, 'free', '走班', now(), now()
     from tenant.grade g, (select id from tenant.term where district_id = $1 limit 1) t,
       (select id from tenant.subject where district_id = $1 limit 1) s
     where g.district_id = $1 and g.id = $2 returning id`,
    [district, gradeId],
  )
  return row!.id
}

/** Another school requests a pupil of the home school. */
async function createTransfer(
  ctx: Ctx,
  { studentId, orgId, toOrgId }: { studentId: string; orgId: string; toOrgId: string },
) {
  const startYear = getSchoolYear(today()) - 1
  const { gradeId } = await openGrade(ctx, { orgId: toOrgId, stage: 2, startYear, classes: 0 })
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const id = newId()
  const names = {
    requestedName: encryptRequestedName(fields, id, '苗asked'),
    reason: encryptReason(fields, id, '搬家'),
  }
  const to = { toOrgId, toGradeId: gradeId, toClassId: null, on: today() }
  await insertTransfer(ctx.db, { id, studentId, fromOrgId: orgId, ...names, ...to }, ctx.actor.personId, ctx.now)
  await requestTransferApproval(ctx, { id, name: '苗asked', fromOrgId: orgId, ...to })
  return id
}
