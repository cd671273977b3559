import {
  districtId,
  emptyId,
  notFound,
  Refusal,
  Ret,
  unavailable,
  type Actor,
  type Ctx,
  type DistrictId,
} from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, isUnavailable, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import type { RequestCtx } from '#packages/http'
import { defineJob } from '#packages/jobs'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { findCompany, listMemberPhones, type Company, type Developer } from './developer-companies.ts'
import {
  insertDeveloperDistrict,
  listActiveDistricts,
  listDistrictsOfDeveloper,
  listOldCopies,
  markCopied,
  type CompanyCopy,
} from './developer-directory-queries.ts'
import {
  findDistrictDeveloper,
  getBureauId,
  insertDistrictDeveloper,
  lockNewDeveloper,
  updateDistrictDeveloper,
  type CompanyFacts,
} from './developer-queries.ts'

/** A request of somebody who belongs to no district. */
export type OutsideRequest = Pick<RequestCtx, 'app' | 'cells' | 'now' | 'requestId' | 'address'>

export interface NamedDistrict {
  id: DistrictId
  name: string
}

const toNamed = (rows: readonly { id: number; name: string }[]): NamedDistrict[] =>
  rows.map(({ id, name }) => ({ id: districtId(id), name }))

/** The districts that companies may apply to. */
export const listOpenDistricts = async (cells: Cells) => toNamed(await inDirectory(cells, listActiveDistricts))

/** The districts in which the company has or wants applications. */
export const listOwnDistricts = async (cells: Cells, developerId: string) =>
  toNamed(await inDirectory(cells, (db) => listDistrictsOfDeveloper(db, developerId)))

/** In a district a member acts as the person that stands for the company there. */
const createCtx = (
  { app, now, requestId, address }: OutsideRequest,
  developer: { id: string; accountId: string },
  { db, district, personId, orgId }: { db: Ctx['db']; district: DistrictId; personId: string; orgId: string },
): Ctx => {
  const actor: Actor = {
    kind: 'developer',
    districtId: district,
    accountId: developer.accountId,
    personId,
    userId: developer.id,
    orgId,
    sessionId: emptyId,
    permissions: new Map(),
  }
  return { app, actor, db, now, requestId, address }
}

/**
 * Changes something of the company in a district. The directory knows the district first, then the district knows the
 * company; a repetition finishes an interrupted attempt.
 */
export async function changeInDistrict<T>(
  request: OutsideRequest,
  developer: Developer,
  district: DistrictId,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { cells, now } = request
  const open = await listOpenDistricts(cells)
  if (!open.some(({ id }) => id === district)) throw notFound('区')
  await inDirectory(cells, (db) => insertDeveloperDistrict(db, developer.id, district, now))
  const phones = await listMemberPhones(cells, developer.id)
  return inDistrict(cells, district, async (db) => {
    const orgId = await getBureauId(db)
    const outside = createCtx(request, developer, { db, district, personId: emptyId, orgId })
    const personId = await keepCompany(outside, developer, phones)
    return work(createCtx(request, developer, { db, district, personId, orgId }))
  })
}

/** Reads something of the company in one of its districts; undefined where it was never heard of. */
export const readInDistrict = <T>(
  request: OutsideRequest,
  developer: { id: string; accountId: string },
  district: DistrictId,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T | undefined> =>
  inDistrict(
    request.cells,
    district,
    async (db) => {
      const known = await findDistrictDeveloper(db, developer.id)
      if (!known) return undefined
      return work(
        createCtx(request, developer, { db, district, personId: known.personId, orgId: await getBureauId(db) }),
      )
    },
    { readOnly: true },
  )

/**
 * Reads in all districts of the company, those of a cell one after the other. A district that does not answer is left
 * out and named.
 */
export async function readInOwnDistricts<Row>(
  request: OutsideRequest,
  developer: { id: string; accountId: string },
  work: (ctx: Ctx, district: NamedDistrict) => Promise<readonly Row[]>,
): Promise<{ found: Row[]; unavailable: string[] }> {
  const found: Row[] = []
  const silent: string[] = []
  const read = async (district: NamedDistrict, cell: number | undefined) => {
    try {
      if (cell === undefined) throw unavailable()
      found.push(...((await readInDistrict(request, developer, district.id, (ctx) => work(ctx, district))) ?? []))
    } catch (error) {
      if (!isDown(error)) throw error
      silent.push(district.name)
    }
  }
  const districts = await listOwnDistricts(request.cells, developer.id)
  const cells = await Promise.all(districts.map(({ id }) => request.cells.cellOf(id)))
  const byCell = Map.groupBy(districts.entries(), ([at]) => cells[at])
  await Promise.all(
    [...byCell].map(async ([cell, some]) => {
      for (const [, district] of some) await read(district, cell)
    }),
  )
  return { found, unavailable: silent }
}

/** Whether a cell does not answer, or is not known to this process. */
const isDown = (error: unknown) => isUnavailable(error) || (error instanceof Refusal && error.ret === Ret.unavailable)

/** Brings what the district knows about the company up to date, and returns the person that stands for it. */
export async function keepCompany(
  ctx: Ctx,
  company: Pick<Company, 'id' | 'company' | 'creditCode' | 'contact' | 'phone'>,
  phones: readonly string[],
): Promise<string> {
  await lockNewDeveloper(ctx.db, company.id)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const facts: CompanyFacts = {
    company: company.company,
    credit_code: company.creditCode,
    contact: fields.encrypt('developer.contact', company.contact, company.id),
    phone: fields.encrypt('developer.phone', company.phone, company.id),
    phone_hashes: [...new Set([company.phone, ...phones])].map((phone) => fields.index('person.phone', phone)),
  }
  const known = await findDistrictDeveloper(ctx.db, company.id)
  if (known) {
    await updateDistrictDeveloper(ctx.db, company.id, facts)
    return known.personId
  }
  const personId = await createPerson(ctx, { name: company.company })
  await insertDistrictDeveloper(ctx.db, { id: company.id, personId, facts }, ctx.now)
  return personId
}

/**
 * After members or the profile changed, the districts learn it, so that nobody audits for the own company. A district
 * that does not answer learns it by the job.
 */
export async function updateDistricts(ctx: CopyCtx, developerId: string) {
  const old = await inDirectory(ctx.cells, (db) => listOldCopies(db, developerId))
  await Promise.allSettled(old.map((copy) => copyCompany(ctx, copy)))
}

type CopyCtx = Pick<OutsideRequest, 'app' | 'cells' | 'now'>

async function copyCompany({ app, cells, now }: CopyCtx, copy: CompanyCopy) {
  const { id } = copy
  const district = districtId(copy.districtId)
  const company = await findCompany(cells, id)
  const phones = await listMemberPhones(cells, id)
  await inDistrict(cells, district, async (db) => {
    // Only a district that knows the company has a copy.
    if (company && (await findDistrictDeveloper(db, id)))
      await keepCompany(createPlatformCtx(app, district, db, now), company, phones)
  })
  await inDirectory(cells, (db) => markCopied(db, copy))
}

/** Every minute: a district that was down when a company or its members changed learns it now. */
export const copyCompaniesJob = defineJob({
  name: 'developer.copy-companies',
  title: '更新各区的开发企业资料',
  cron: '* * * * *',
  handleCell: async (inCell) => {
    const { cells, cell, log } = inCell
    for (const copy of await inDirectory(cells, (db) => listOldCopies(db)))
      if ((await cells.cellOf(districtId(copy.districtId))) === cell)
        await copyCompany(inCell, copy).catch((error: unknown) =>
          log.warn({ error, district: copy.districtId, developer: copy.id }, 'a change of a company was not copied'),
        )
  },
})
