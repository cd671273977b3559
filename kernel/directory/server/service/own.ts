import type { BodyOf, PageQuery } from '#packages/contract'
import { changedByOthers, dayOf, found, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import {
  mostFavourites,
  mostGroups,
  mostMembers,
  type ContactGroup,
  type directoryApi,
  type GroupForm,
} from '../../contract.ts'
import * as own from '../own-queries.ts'
import { holderOf, holdersOf, pageOfListed } from '../queries.ts'
import { presentPage } from './colleagues.ts'

const ownerOf = ({ actor }: Ctx) => actor.personId
const onSameName = onConstraint('contact_group_name', '已有同名群组', 'name')

export async function setFavourite(ctx: Ctx, { userId, isFavourite }: BodyOf<typeof directoryApi.favourite>) {
  const ownerId = ownerOf(ctx)
  if (!isFavourite) {
    await own.dropFavourite(ctx.db, ownerId, userId)
    return null
  }
  const { personId } = found(await holderOf(ctx.db, userId, dayOf(ctx.now)), '人员')
  await own.addFavourite(ctx.db, ownerId, personId, ctx.now)
  if ((await own.countFavourites(ctx.db, ownerId)) > mostFavourites) throw new Refusal(`最多收藏${mostFavourites}人`)
  return null
}

export async function listFavourites(ctx: Ctx, page: PageQuery) {
  const favourites = own.favouritesOf(ownerOf(ctx))
  return presentPage(ctx, await pageOfListed(ctx.db, favourites, dayOf(ctx.now), page))
}

export const listGroups = (ctx: Ctx, page: PageQuery) => own.pageOfGroups(ctx.db, ownerOf(ctx), dayOf(ctx.now), page)

const readGroup = async (ctx: Ctx, id: string): Promise<ContactGroup> =>
  found(await own.findGroup(ctx.db, ownerOf(ctx), id, dayOf(ctx.now)), '群组')

export async function listMembers(ctx: Ctx, id: string, page: PageQuery) {
  await readGroup(ctx, id)
  return presentPage(ctx, await pageOfListed(ctx.db, own.membersOf(id), dayOf(ctx.now), page))
}

/** Who holds these places; somebody who left, or was never here, is nobody to put into a group. */
async function personsOf(ctx: Ctx, userIds: readonly string[]): Promise<string[]> {
  const holders = await holdersOf(ctx.db, userIds, dayOf(ctx.now))
  if (holders.length < new Set(userIds).size) throw notFound('人员')
  return [...new Set(holders.map(({ personId }) => personId))]
}

async function putMembers(ctx: Ctx, id: string, userIds: readonly string[]) {
  const count = await own.addMembers(ctx.db, id, await personsOf(ctx, userIds))
  if (count > mostMembers) throw new Refusal(`每个群组最多${mostMembers}人`)
}

export async function saveGroup(ctx: Ctx, { id, name, userIds, version }: GroupForm): Promise<ContactGroup> {
  const ownerId = ownerOf(ctx)
  const groupId = id ?? newId()
  if (id === null) {
    await own.insertGroup(ctx.db, { id: groupId, ownerId, name }, ctx.now).catch(onSameName)
    if ((await own.countGroups(ctx.db, ownerId)) > mostGroups) throw new Refusal(`最多创建${mostGroups}个群组`)
  } else {
    await readGroup(ctx, id)
    const isKept = await own.renameGroup(ctx.db, { id, ownerId, name, version }, ctx.now).catch(onSameName)
    if (!isKept) throw changedByOthers()
  }
  if (userIds) {
    await own.clearMembers(ctx.db, groupId)
    await putMembers(ctx, groupId, userIds)
  }
  return readGroup(ctx, groupId)
}

export async function setMembers(ctx: Ctx, { id, userIds, isMember }: BodyOf<typeof directoryApi.setMembers>) {
  found((await own.touchGroup(ctx.db, ownerOf(ctx), id, ctx.now)) || undefined, '群组')
  if (isMember) await putMembers(ctx, id, userIds)
  else await own.dropMembers(ctx.db, id, await personsOf(ctx, userIds))
  return readGroup(ctx, id)
}

export async function deleteGroup(ctx: Ctx, id: string) {
  found((await own.removeGroup(ctx.db, ownerOf(ctx), id)) || undefined, '群组')
  return null
}
