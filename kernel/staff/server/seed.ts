/**
 * seedStaff(ctx: Ctx, rows: readonly SeedStaff[]): Promise<{ personId: string; userId: string }[]>
 *
 * Many new people, each with one place and a staff file, a few thousand to a statement; the answers stand in the order of
 * the rows. Counts of organisations are not kept: call `recount(ctx)` once when everything is there. A further place of
 * one of them is an `addMembership(ctx, { …, isMain: false }, { counts: false })`.
 */
import { dayOf, found, newId, nothing, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { createPeople, openNumbers } from '#kernel/identity/server'
import type { UserType } from '../contract.ts'
import { placesEverywhere } from './place-queries.ts'
import { sealFacts, type PrivateFacts } from './private-facts.ts'
import {
  expectGrowth,
  storeFiles,
  insertPlaces,
  updatePosts,
  type FileRecord,
  type PlaceRecord,
} from './seed-queries.ts'

import { requestPlace } from './service/changes/requesting.ts'
import { momentOf } from './service/presenting.ts'
import { findNode, findUser } from './user-queries.ts'

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
  /** Since when; today if it is not said. */
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
  await expectGrowth(ctx.db)
  for (let at = 0; at < rows.length; at += piece) made.push(...(await seedPiece(ctx, rows.slice(at, at + piece))))
  return made
}

async function seedPiece(ctx: Ctx, rows: readonly SeedStaff[]) {
  const personIds = await createPeople(
    ctx,
    rows.map(({ personId, ...person }) => ({ ...person, ...(personId ? { id: personId } : {}) })),
  )
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const seal = (personId: string, file: NonNullable<SeedStaff['file']>) => {
    const { birthday = '', email = '', address = '', resume = '', qq = '', otherPhone = '', license = '' } = file
    const facts = { birthday, email, address, resume, qq, otherPhone, license }
    return sealFacts(fields, personId, facts)?.toString('hex') ?? null
  }
  const places = rows.map((row, at) => placeOf(ctx, row, personIds[at]!))
  const files = rows.map(({ file = {} }, at): FileRecord => ({
    person_id: personIds[at]!,
    nation: file.nation ?? '',
    teacher_level: file.teacherLevel ?? '',
    diploma: file.diploma ?? '',
    graduate_school: file.graduateSchool ?? '',
    specialty: file.specialty ?? '',
    working_since_on: file.workedFrom || null,
    private: seal(personIds[at]!, file),
  }))
  await storeFiles(ctx.db, files, ctx.now)
  await insertPlaces(ctx.db, places, ctx.now)
  return places.map(({ id, person_id: personId }) => ({ personId, userId: id }))
}

const placeOf = ({ now }: Ctx, row: SeedStaff, personId: string): PlaceRecord => ({
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

/** What members of staff do and teach. */
export const seedPosts = (ctx: Ctx, rows: readonly { userId: string; post: string; subject: string }[]) =>
  updatePosts(ctx.db, rows, ctx.now)

/** A school asks for a further place of somebody who has one elsewhere, as `users/add` does. */
export async function seedRequest(
  ctx: Ctx,
  asked: { userId: string; orgId: string; post: string; applicantId: string },
) {
  const everywhere = { ...nothing, district: true }
  const { orgId, post } = asked
  const row = found(await findUser(ctx.db, everywhere, asked.userId, momentOf(ctx)))
  const { path } = found(await findNode(ctx.db, everywhere, orgId))
  const { idCard } = openNumbers(await fieldsOf(ctx.db, ctx.actor.districtId), row)
  const place = { orgId, departmentId: null, startsOn: dayOf(ctx.now), userType: row.userType, post, number: '' }
  const more = { subject: row.subject, workerType: null, officePhone: '', remark: '' }
  const asker: Ctx = { ...ctx, actor: { ...ctx.actor, personId: asked.applicantId } }
  const places = await placesEverywhere(ctx.db, row.personId, null)
  return requestPlace(
    asker,
    { name: row.name, idCard, ...place, ...more },
    { person: { id: row.personId }, places, path },
  )
}
