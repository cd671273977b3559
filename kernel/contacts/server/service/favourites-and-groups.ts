import type { BodyOf, CreateOf, PageQuery } from '#packages/contract'
import { dayOf, orNotFound, notFound, Refusal, type Ctx } from '#packages/core'
import { crud, type Crud } from '#packages/crud'
import { contactGroup, maxFavourites, maxGroups, maxMembers, type contactsApi } from '../../contract.ts'
import * as own from '../own-contact-queries.ts'
import { findHolder, listHolders, listListedPage } from '../contact-queries.ts'
import { presentColleaguePage } from './colleagues.ts'

const getOwnerId = ({ actor }: Ctx) => actor.personId

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

const base: Crud<typeof contactGroup> = crud(contactGroup, 'contact_group', {
  fields: {
    count: {
      load: async ({ db, now }, rows) => {
        const counts = await own.countMembers(
          db,
          rows.map(({ id }) => id),
          dayOf(now),
        )
        return rows.map(({ id }) => counts.get(id) ?? 0)
      },
    },
    userIds: { save: addGroupMembers },
  },
})

export const contactGroups = {
  ...base,
  async create(ctx: Ctx, form: CreateOf<typeof contactGroup>) {
    const created = await base.create(ctx, form)
    if ((await own.countGroups(ctx.db, getOwnerId(ctx))) > maxGroups) throw new Refusal(`最多创建${maxGroups}个群组`)
    return created
  },
}

export async function listMembers(ctx: Ctx, id: string, page: PageQuery) {
  await base.get(ctx, { id })
  return presentColleaguePage(ctx, await listListedPage(ctx.db, own.memberIdsQuery(id), dayOf(ctx.now), page))
}

export async function setGroupMembers(ctx: Ctx, { id, userIds, isMember }: BodyOf<typeof contactsApi.setMembers>) {
  orNotFound((await own.lockGroup(ctx.db, getOwnerId(ctx), id, ctx.now)) || undefined, '群组')
  if (isMember) await addGroupMembers(ctx, id, userIds)
  else await own.deleteMembers(ctx.db, id, await listPersonIds(ctx, userIds))
  return base.get(ctx, { id })
}
