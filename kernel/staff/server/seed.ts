/**
 * `seedStaff` inserts many people, each with a membership and a staff file, a few thousand per statement, and returns
 * their ids in row order. It does not update the counts of organisations: call `recount(ctx)` once at the end. For a
 * further membership of one of them, call `addMembership(ctx, { …, isMain: false }, { counts: false })`.
 */
import { dayOf, orNotFound, newId, emptyScope, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { createPeople, decryptNumbers } from '#kernel/identity/server/api.ts'
import type { UserType } from '../contract.ts'
import { listAllMemberships } from './membership-queries.ts'
import { encryptFacts, type PrivateFacts } from './private-facts.ts'
import {
  forceCustomPlans,
  upsertStaffFiles,
  insertMemberships,
  updatePosts,
  type StaffFileRecord,
  type MembershipRecord,
} from './seed-queries.ts'

import { requestMembership } from './service/changes/request-membership.ts'
import { getMoment } from './service/staff-presentation.ts'
import { findOrgNode, findUser } from './user-queries.ts'

export interface SeedStaff {
  personId?: string
  userId?: string
  name: string
  sex?: '男' | '女'
  idCard?: string
  phone?: string
  orgId: string
  departmentId?: string | null
  userType: UserType
  post?: string
  isMain?: boolean
  /** The first day; today by default. */
  startsOn?: string
  number?: string
  subject?: string
  workerType?: number | null
  officePhone?: string
  sort?: number
  file?: Partial<
    PrivateFacts & {
      nation: string
      teacherLevel: string
      diploma: string
      graduateSchool: string
      specialty: string
      workedFrom: string
    }
  >
}

const piece = 2_000

export async function seedStaff(ctx: Ctx, rows: readonly SeedStaff[]) {
  const made: { personId: string; userId: string }[] = []
  await forceCustomPlans(ctx.db)
  for (let at = 0; at < rows.length; at += piece) made.push(...(await seedPiece(ctx, rows.slice(at, at + piece))))
  return made
}

async function seedPiece(ctx: Ctx, rows: readonly SeedStaff[]) {
  const personIds = await createPeople(
    ctx,
    rows.map(({ personId, ...person }) => ({ ...person, ...(personId ? { id: personId } : {}) })),
  )
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const seal = (personId: string, file: NonNullable<SeedStaff['file']>) => {
    const { birthday = '', email = '', address = '', resume = '', qq = '', otherPhone = '', license = '' } = file
    const facts = { birthday, email, address, resume, qq, otherPhone, license }
    return encryptFacts(fields, personId, facts)?.toString('hex') ?? null
  }
  const memberships = rows.map((row, at) => toMembershipRecord(ctx, row, personIds[at]!))
  const files = rows.map(({ file = {} }, at): StaffFileRecord => ({
    person_id: personIds[at]!,
    nation: file.nation ?? '',
    teacher_level: file.teacherLevel ?? '',
    diploma: file.diploma ?? '',
    graduate_school: file.graduateSchool ?? '',
    specialty: file.specialty ?? '',
    working_since_on: file.workedFrom || null,
    private: seal(personIds[at]!, file),
  }))
  await upsertStaffFiles(ctx.db, files, ctx.now)
  await insertMemberships(ctx.db, memberships, ctx.now, { announcedOn: dayOf(ctx.now) })
  return memberships.map(({ id, person_id: personId }) => ({ personId, userId: id }))
}

const toMembershipRecord = ({ now }: Ctx, row: SeedStaff, personId: string): MembershipRecord => ({
  id: row.userId ?? newId(),
  person_id: personId,
  org_id: row.orgId,
  department_id: row.departmentId ?? null,
  user_type: row.userType,
  post: row.post ?? '',
  is_main: row.isMain ?? true,
  begins: row.startsOn ?? dayOf(now),
  number: row.number ?? '',
  subject: row.subject ?? '',
  worker_type: row.workerType ?? null,
  office_phone: row.officePhone ?? '',
  sort: row.sort ?? 0,
})

/** Sets posts and subjects of staff. */
export const seedPosts = (ctx: Ctx, rows: readonly { userId: string; post: string; subject: string }[]) =>
  updatePosts(ctx.db, rows, ctx.now)

/** A school requests a further membership of somebody employed elsewhere, like `users/add` does. */
export async function seedMembershipRequest(
  ctx: Ctx,
  request: { userId: string; orgId: string; post: string; applicant: { personId: string; userId: string } },
) {
  const everywhere = { ...emptyScope, district: true }
  const { orgId, post } = request
  const row = orNotFound(await findUser(ctx.db, everywhere, request.userId, getMoment(ctx)))
  const { path } = orNotFound(await findOrgNode(ctx.db, everywhere, orgId))
  const { idCard } = decryptNumbers(await loadFieldCipher(ctx.db, ctx.actor.districtId), row)
  const membership = { orgId, departmentId: null, startsOn: dayOf(ctx.now), userType: row.userType, post, number: '' }
  const more = { subject: row.subject, workerType: null, officePhone: '', remark: '' }
  const { personId, userId } = request.applicant
  const applicantCtx: Ctx = { ...ctx, actor: { ...ctx.actor, personId, userId } }
  const memberships = await listAllMemberships(ctx.db, row.personId, null)
  return requestMembership(
    applicantCtx,
    { name: row.name, idCard, ...membership, ...more },
    { person: { id: row.personId }, memberships, path },
  )
}
