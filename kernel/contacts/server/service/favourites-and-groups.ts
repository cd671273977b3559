import type { BodyOf, PageQuery } from '#packages/contract'
import { changedByOthers, dayOf, orNotFound, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import {
  maxFavourites,
  maxGroups,
  maxMembers,
  type ContactGroup,
  type contactsApi,
  type ContactGroupForm,
} from '../../contract.ts'
import * as own from '../own-contact-queries.ts'
import { findHolder, listHolders, listListedPage } from '../contact-queries.ts'
import { presentColleaguePage } from './colleagues.ts'

const getOwnerId = ({ actor }: Ctx) => actor.personId
const onSameName = onConstraint('contact_group_name', '已有同名群组', 'name')

export async function setFavourite(ctx: Ctx, { userId, isFavourite }: BodyOf<typeof contactsApi.favourite>) {
  const ownerId = getOwnerId(ctx)
  if (!isFavourite) {
    await own.deleteFavourite(ctx.db, ownerId, userId)
    return null
  }
  const { personId } = orNotFound(await findHolder(ctx.db, userId, dayOf(ctx.now)), '人员')
  await own.addFavourite(ctx.db, ownerId, personId, ctx.now)
  if ((await own.countFavourites(ctx.db, ownerId)) > maxFavourites) throw new Refusal(`最多收藏${maxFavourites}人`)
  return null
}

export async function listFavourites(ctx: Ctx, page: PageQuery) {
  const favourites = own.favouriteIdsQuery(getOwnerId(ctx))
  return presentColleaguePage(ctx, await listListedPage(ctx.db, favourites, dayOf(ctx.now), page))
}

export const listGroups = (ctx: Ctx, page: PageQuery) =>
  own.listGroupPage(ctx.db, getOwnerId(ctx), dayOf(ctx.now), page)

const getGroup = async (ctx: Ctx, id: string): Promise<ContactGroup> =>
  orNotFound(await own.findContactGroup(ctx.db, getOwnerId(ctx), id, dayOf(ctx.now)), '群组')

export async function listMembers(ctx: Ctx, id: string, page: PageQuery) {
  await getGroup(ctx, id)
  return presentColleaguePage(ctx, await listListedPage(ctx.db, own.memberIdsQuery(id), dayOf(ctx.now), page))
}

/** The people of these memberships; refuses people who left or are not in the district. */
async function listPersonIds(ctx: Ctx, userIds: readonly string[]): Promise<string[]> {
  const holders = await listHolders(ctx.db, userIds, dayOf(ctx.now))
  if (holders.length < new Set(userIds).size) throw notFound('人员')
  return [...new Set(holders.map(({ personId }) => personId))]
}

async function addGroupMembers(ctx: Ctx, id: string, userIds: readonly string[]) {
  const count = await own.addMembers(ctx.db, id, await listPersonIds(ctx, userIds))
  if (count > maxMembers) throw new Refusal(`每个群组最多${maxMembers}人`)
}

export async function saveGroup(ctx: Ctx, { id, name, userIds, version }: ContactGroupForm): Promise<ContactGroup> {
  const ownerId = getOwnerId(ctx)
  const groupId = id ?? newId()
  if (id === null) {
    await own.insertGroup(ctx.db, { id: groupId, ownerId, name }, ctx.now).catch(onSameName)
    if ((await own.countGroups(ctx.db, ownerId)) > maxGroups) throw new Refusal(`最多创建${maxGroups}个群组`)
  } else {
    await getGroup(ctx, id)
    const isRenamed = await own.renameGroup(ctx.db, { id, ownerId, name, version }, ctx.now).catch(onSameName)
    if (!isRenamed) throw changedByOthers()
  }
  if (userIds) {
    await own.deleteAllMembers(ctx.db, groupId)
    await addGroupMembers(ctx, groupId, userIds)
  }
  return getGroup(ctx, groupId)
}

export async function setGroupMembers(ctx: Ctx, { id, userIds, isMember }: BodyOf<typeof contactsApi.setMembers>) {
  orNotFound((await own.lockGroup(ctx.db, getOwnerId(ctx), id, ctx.now)) || undefined, '群组')
  if (isMember) await addGroupMembers(ctx, id, userIds)
  else await own.deleteMembers(ctx.db, id, await listPersonIds(ctx, userIds))
  return getGroup(ctx, id)
}

export async function deleteGroup(ctx: Ctx, id: string) {
  orNotFound((await own.deleteGroup(ctx.db, getOwnerId(ctx), id)) || undefined, '群组')
  return null
}
