import type { BodyOf } from '#packages/contract'
import { found, isHidden, scopeOf, type Ctx, type Scope } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { limitTries, searchHashes } from '#kernel/identity/server'
import { orgTypes } from '#kernel/org/contract.ts'
import { readUnit } from '#kernel/org/server'
import type { staffApi } from '../../contract.ts'
import {
  countPeople,
  countsOfAccounts,
  foundByNumber,
  pageOfFound,
  pageOfIds,
  type NumberSearch,
} from '../search-queries.ts'
import { findNode, type Node } from '../user-queries.ts'
import { fieldsIn, momentOf, presentUser } from './presenting.ts'

type Search = BodyOf<typeof staffApi.search>

export const hitsShown = 50
const searchesAMinute = 30

/** The last four digits of a phone, a whole one, or an ID number: looked for by their hashes, and seldom. */
export const isNumber = (keyword: string) => /^(\d{4}|\d{11}|\d{17}[\dXx])$/.test(keyword)

/** Those whom somebody asks for by name, number, kind and place. Whoever goes through numbers one by one is stopped. */
export async function searchUsers(ctx: OwnCtx, search: Search) {
  const { districtId, personId } = ctx.actor!
  if (isNumber(search.keyword))
    await limitTries(ctx, 'staff-number-search', `${districtId}:${personId}`, searchesAMinute, 60)
  return inOwnDistrict(ctx, (own) => searchInside(own, search), { readOnly: true })
}

export async function searchInside(ctx: Ctx, { nodeId, keyword, ...search }: Search) {
  const scope = scopeOf(ctx, 'user.read')
  const moment = momentOf(ctx)
  const node = await nodeOf(ctx, scope, nodeId)
  const asked = { ...search, keyword }
  const { items, ...counts } = isNumber(keyword)
    ? await pageByNumber(ctx, scope, node, asked)
    : {
        ...(await pageOfFound(ctx.db, scope, node, asked, search, moment)),
        ...(await countPeople(ctx.db, scope, node, asked, moment)),
      }
  const fields = await fieldsIn(ctx)
  return { ...counts, items: items.map((row) => presentUser(ctx, fields, row, moment.day)) }
}

/** A number belongs to a few at most: they are counted by hand. */
async function pageByNumber(ctx: Ctx, scope: Scope, node: Node | null, search: Omit<Search, 'nodeId'>) {
  const moment = momentOf(ctx)
  const number = await numberOf(ctx, search.keyword)
  const ids = await foundByNumber(ctx.db, scope, node, { ...search, limit: hitsShown, number }, moment)
  const page = await pageOfIds(ctx.db, scope, ids, search, moment)
  const there = page.items.filter(({ beginsOn }) => beginsOn <= moment.day)
  const people = new Set(there.map(({ personId }) => personId)).size
  const isWhole = page.items.length === page.itemCount
  return { ...page, people: isWhole ? people : null, planned: isWhole ? page.items.length - there.length : null }
}

/** How many of a school's people come in. A school has some hundred at most; nobody counts a district in this way. */
export async function countAccounts(ctx: Ctx) {
  const { orgId } = ctx.actor
  const unit = await readUnit(ctx, orgId)
  if (!unit || !orgTypes[unit.type].switchable) return null
  const scope = scopeOf(ctx, 'user.read')
  const node = await findNode(ctx.db, scope, orgId)
  return node ? countsOfAccounts(ctx.db, scope, node, momentOf(ctx)) : null
}

/** What a number is looked for by. Whoever is not shown phones or ID numbers finds nobody by them. */
export async function numberOf(ctx: Ctx, digits: string): Promise<NumberSearch> {
  const hashes = await searchHashes(ctx.db, ctx.actor.districtId, digits)
  return {
    digits,
    ...hashes,
    ...(isHidden(ctx, 'user.phone') ? { phone: nobodys, tail: nobodys } : {}),
    ...(isHidden(ctx, 'user.id-card') ? { idCard: nobodys } : {}),
  }
}
const nobodys = Buffer.alloc(0)

/** Where to look; a node out of reach does not exist. */
export const nodeOf = async (ctx: Ctx, scope: Scope, id: string | null) =>
  id === null ? null : found(await findNode(ctx.db, scope, id), '组织')
