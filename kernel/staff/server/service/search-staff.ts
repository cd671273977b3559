import type { BodyOf } from '#packages/contract'
import { orNotFound, isFieldHiddenFromActor, scopeOf, type Ctx, type Scope } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { limitAttempts, getSearchHashes } from '#kernel/identity/server/api.ts'
import { orgTypes } from '#kernel/org/contract.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { staffApi } from '../../contract.ts'
import {
  countAccountsByState,
  findIdsByNumber,
  getStaffPage,
  getStaffPageByIds,
  type NumberSearch,
} from '../search-queries.ts'
import { findOrgNode, type OrgNode } from '../user-queries.ts'
import { getFieldCipher, getMoment, presentUser } from './staff-presentation.ts'

type StaffSearch = BodyOf<typeof staffApi.search>

export const maxHits = 50
const maxNumberSearchesPerMinute = 30

/** The last four digits of a phone, a whole phone or an ID number: searched by hash. */
export const isNumberKeyword = (keyword: string) => /^(\d{4}|\d{11}|\d{17}[\dXx])$/.test(keyword)

/** Searches staff by name, number, kind and unit. Searches by number are rate limited against enumeration. */
export async function searchStaff(ctx: RequestCtx, search: StaffSearch) {
  const { districtId, personId } = ctx.actor!
  if (isNumberKeyword(search.keyword))
    await limitAttempts(ctx, 'staff-number-search', `${districtId}:${personId}`, maxNumberSearchesPerMinute, 60)
  return inOwnDistrict(ctx, (own) => searchStaffInDistrict(own, search), { readOnly: true })
}

export async function searchStaffInDistrict(ctx: Ctx, { nodeId, keyword, ...search }: StaffSearch) {
  const scope = scopeOf(ctx, 'user.read')
  const moment = getMoment(ctx)
  const node = await getNode(ctx, scope, nodeId)
  const filter = { ...search, keyword }
  const { items, ...counts } = isNumberKeyword(keyword)
    ? await getPageByNumber(ctx, scope, node, filter)
    : await getStaffPage(ctx.db, scope, node, filter, search, moment)
  const fields = await getFieldCipher(ctx)
  return { ...counts, items: items.map((row) => presentUser(ctx, fields, row, moment.day)) }
}

/** A number matches few people, so they are counted in memory. */
async function getPageByNumber(ctx: Ctx, scope: Scope, node: OrgNode | null, search: Omit<StaffSearch, 'nodeId'>) {
  const moment = getMoment(ctx)
  const number = await getNumberSearch(ctx, search.keyword)
  // One more than is shown, to know whether there are more.
  const found = await findIdsByNumber(ctx.db, scope, node, { ...search, limit: maxHits + 1, number }, moment)
  const page = await getStaffPageByIds(ctx.db, scope, found.slice(0, maxHits), search, moment)
  const isCut = found.length > maxHits
  const there = page.items.filter(({ beginsOn }) => beginsOn <= moment.day)
  const people = new Set(there.map(({ personId }) => personId)).size
  const isWhole = page.items.length === page.itemCount && !isCut
  return {
    ...page,
    ...(isCut ? { more: true, isCut } : {}),
    people: isWhole ? people : null,
    planned: isWhole ? page.items.length - there.length : null,
  }
}

/** The number of accounts of a school. A school has a few hundred people; a district is too large for this query. */
export async function countAccounts(ctx: Ctx) {
  const { orgId } = ctx.actor
  const unit = await findUnitById(ctx, orgId)
  if (!unit || !orgTypes[unit.type].switchable) return null
  const scope = scopeOf(ctx, 'user.read')
  const node = await findOrgNode(ctx.db, scope, orgId)
  return node ? countAccountsByState(ctx.db, scope, node, getMoment(ctx)) : null
}

/** The search key of a number. Hidden phone or ID fields are not searched. */
export async function getNumberSearch(ctx: Ctx, digits: string): Promise<NumberSearch> {
  const hashes = await getSearchHashes(ctx.db, ctx.actor.districtId, digits)
  return {
    digits,
    ...hashes,
    ...(isFieldHiddenFromActor(ctx, 'user.phone') ? { phone: noMatchHash, tail: noMatchHash } : {}),
    ...(isFieldHiddenFromActor(ctx, 'user.id-card') ? { idCard: noMatchHash } : {}),
  }
}
const noMatchHash = Buffer.alloc(0)

/** The node to search in; "not found" outside the scope. */
export const getNode = async (ctx: Ctx, scope: Scope, id: string | null) =>
  id === null ? null : orNotFound(await findOrgNode(ctx.db, scope, id), '组织')
