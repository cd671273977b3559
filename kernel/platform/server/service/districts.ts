import { districtId, newId, Refusal, type DistrictId } from '#packages/core'
import { inDistrict, isUnavailable, type Cells, type Db } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import type { OutsideCtx } from '#packages/http'
import { createDistrict, createPlatformCtx, inviteDistrictAdministrator } from '#kernel/access/server/api.ts'
import {
  findDistrict,
  insertPendingDistrict,
  publishDistrictList,
  updateDistrictState,
} from '#kernel/org/server/api.ts'
import { getSmsMonth, setSmsLimit } from '#kernel/message/server/api.ts'
import { endSessionsOfDistrict } from '#kernel/session/server/api.ts'
import type { District, DistrictForm } from '../../contract.ts'
import { countDistrict, countDistrictsByCell, listDistrictPage } from '../queries.ts'

interface DistrictFilter {
  pageNumber: number
  pageSize: number
  keyword: string
}

export async function listDistricts({ cells, now }: Pick<OutsideCtx, 'cells' | 'now'>, filter: DistrictFilter) {
  const { items, ...page } = await inDirectory(cells, (db) => listDistrictPage(db, filter))
  const counts = await countDistricts(cells, items, now)
  return {
    ...page,
    items: items.map(({ id, host, createdAt, ...district }) => ({
      ...district,
      id: String(id),
      host: host ?? '',
      createdAt: createdAt.toISOString(),
      counts: counts.get(id) ?? null,
    })),
  }
}

/** Cells are asked at once, each for its own districts. One that does not answer has no figures, the others do. */
async function countDistricts(cells: Cells, districts: readonly { id: number; cell: number }[], now: Date) {
  const found = new Map<number, NonNullable<District['counts']>>()
  const count = async (db: Db) => {
    const counts = await countDistrict(db)
    const { used, limit } = await getSmsMonth(db, now)
    return { ...counts, smsUsed: used, smsLimit: limit }
  }
  const ofCell = async (ids: readonly number[]) => {
    for (const id of ids) found.set(id, await inDistrict(cells, districtId(id), count, { readOnly: true }))
  }
  const byCell = Map.groupBy(districts, ({ cell }) => cell)
  await Promise.allSettled([...byCell.values()].map((some) => ofCell(some.map(({ id }) => id))))
  return found
}

export async function listCells({ cells }: Pick<OutsideCtx, 'cells'>) {
  const counts = new Map(
    (await inDirectory(cells, countDistrictsByCell)).map(({ cell, districts }) => [cell, Number(districts)]),
  )
  return cells.ids.map((id) => ({ id, districts: counts.get(id) ?? 0 }))
}

/** The token follows a #: browsers do not send that part, so the token reaches no log. */
const buildLink = ({ client }: OutsideCtx, token: string) => `${client.origin}/login#invite=${token}`

/** Creates a district in a cell, and invites its administrator. */
export async function createNewDistrict(ctx: OutsideCtx, { name, cell, host, administrator, phone }: DistrictForm) {
  if (!ctx.cells.ids.includes(cell)) throw new Refusal('没有这个数据单元')
  const facts = { name, cell, host: host === '' ? null : host, orgId: newId() }
  // The row of the log and the pending district are one transaction; the cell follows.
  await ctx.change(async (db) => ctx.note(await insertPendingDistrict(db, facts, ctx.now)))
  const person = { name: administrator, ...(phone ? { phone } : {}) }
  const { district, invitation } = await createDistrict(
    ctx.app,
    ctx.cells,
    { name, cell, host: facts.host, administrator: person },
    ctx.now,
  )
  return { id: String(district), url: buildLink(ctx, invitation!) }
}

export async function inviteToDistrict(
  ctx: OutsideCtx,
  { district: number, administrator, phone }: { district: number; administrator: string; phone: string },
) {
  const { district, orgId } = await requireDistrict(ctx, number)
  ctx.note(number)
  await ctx.change(async () => {})
  const person = { name: administrator, ...(phone ? { phone } : {}) }
  const token = await inDistrict(ctx.cells, district, (db) =>
    inviteDistrictAdministrator(createPlatformCtx(ctx.app, district, db, ctx.now), orgId, person),
  )
  return { url: buildLink(ctx, token) }
}

/** Limits the SMS of a district; what it sent already stays sent. */
export async function saveSmsLimit(
  ctx: OutsideCtx,
  { district: number, monthly }: { district: number; monthly: number },
) {
  const { district } = await requireDistrict(ctx, number)
  ctx.note(number)
  await ctx.change(async () => {})
  try {
    await inDistrict(ctx.cells, district, (db) => setSmsLimit(db, monthly, ctx.now))
  } catch (error) {
    if (isUnavailable(error)) throw new Refusal(cellIsDown)
    throw error
  }
  return null
}
const cellIsDown = '该地区的数据单元没有响应，请稍后再操作一次'

async function requireDistrict({ cells }: Pick<OutsideCtx, 'cells'>, number: number) {
  const row = await inDirectory(cells, (db) => findDistrict(db, number))
  if (!row) throw new Refusal('没有这个地区')
  return { district: districtId(number), orgId: row.orgId, status: row.status }
}

/**
 * Disables or enables a district. Its cell reads the state with every session, so that the sessions end at once; they
 * are ended for good too, and do not come back when the district is enabled.
 */
export async function setDistrictState(
  ctx: OutsideCtx,
  { district: number, isDisabled }: { district: number; isDisabled: boolean },
) {
  const { district, status } = await requireDistrict(ctx, number)
  if (status === 'pending') throw new Refusal('该地区还在创建中')
  ctx.note(number)
  await ctx.change((db) => updateDistrictState(db, number, isDisabled ? 'closed' : 'active'))
  await changeInCells(ctx, district, isDisabled)
  return null
}

async function changeInCells(
  { cells, now }: Pick<OutsideCtx, 'cells' | 'now'>,
  district: DistrictId,
  isDisabled: boolean,
) {
  await publishDistrictList(cells)
  try {
    if (isDisabled) await inDistrict(cells, district, (db) => endSessionsOfDistrict(db, now))
  } catch (error) {
    if (isUnavailable(error)) throw new Refusal(cellIsDown)
    throw error
  }
}

/** The same for the command line. */
export async function changeDistrictState(
  { cells, now }: Pick<OutsideCtx, 'cells' | 'now'>,
  number: number,
  isDisabled: boolean,
) {
  const { district } = await requireDistrict({ cells }, number)
  await inDirectory(cells, (db) => updateDistrictState(db, number, isDisabled ? 'closed' : 'active'))
  await changeInCells({ cells, now }, district, isDisabled)
}
