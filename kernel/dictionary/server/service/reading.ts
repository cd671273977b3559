import type { Page, PageQuery } from '#packages/contract'
import { found, type Ctx } from '#packages/core'
import type { ConstantFilter, ConstantItem, ConstantType, OfferedConstant } from '../../contract.ts'
import { countsOnPath } from '../item-queries.ts'
import {
  arranges,
  isOwn,
  mayAdd,
  mayAddTypes,
  mayEditType,
  mayHideShipped,
  maySort,
  type Kind,
  type Standing,
} from '../policy.ts'
import { nodeById } from '../queries.ts'
import { usesOf } from '../registry.ts'
import type { Item } from '../resolve.ts'
import { kindAt, kindsAt, orgFor, standingFor, valuesAt } from './places.ts'

export const presentType = (kind: Kind, standing: Standing, itemCount: number): ConstantType => ({
  code: kind.code,
  name: kind.name,
  about: kind.about,
  level: kind.level,
  isTree: kind.isTree,
  itemCount,
  isEnabled: !kind.shipped?.isDisabled,
  isOpen: kind.row?.isOpen ?? false,
  mayEdit: mayEditType(kind, standing),
  mayAdd: mayAdd(kind, standing),
  mayHide: mayHideShipped(kind, standing),
  maySort: maySort(kind, standing),
  version: kind.row?.version ?? 0,
})

/** The types that there are for an organisation, with how many values each has there. */
export async function listTypes(ctx: Ctx, orgId: string | null) {
  const org = await orgFor(ctx, 'read', orgId)
  const standing = await standingFor(ctx, org)
  const counts = await countsOnPath(ctx.db, org.path)
  return {
    orgId: org.id,
    orgName: org.name,
    mayAddTypes: mayAddTypes(standing),
    isDistrict: standing.level === 'district',
    types: (await kindsAt(ctx, org)).map((kind) =>
      presentType(kind, standing, (kind.shipped?.items.length ?? 0) + (counts.get(kind.code) ?? 0)),
    ),
  }
}

export interface Shown {
  kind: Kind
  standing: Standing
  nameOf: (code: string) => string
  uses: ReadonlyMap<string, number> | undefined
}

export const presentItem = (item: Item, { kind, standing, nameOf, uses }: Shown): ConstantItem => {
  const { code, name, parentCode, depth, level, isEnabled, isOffered, fromOn, toOn, names, version } = item
  return {
    id: `${kind.code}/${code}`,
    code,
    name,
    parentCode,
    parentName: nameOf(parentCode),
    depth,
    level,
    isInTree: kind.isTree,
    sort: item.sort,
    isEnabled,
    isOffered,
    fromOn,
    toOn,
    names,
    ext: { ...item.ext },
    version,
    useCount: uses?.get(code) ?? null,
    mayEdit: isOwn(item, standing),
    mayHide: isOwn(item, standing) || (item.level === 'platform' && mayHideShipped(kind, standing)),
    maySort: maySort(kind, standing) && arranges(item, standing),
  }
}

export const namesIn = (items: readonly Item[]) => {
  const names = new Map(items.map(({ code, name }) => [code, name]))
  return (code: string) => names.get(code) ?? ''
}

export const counted = (items: readonly Item[]) =>
  items.map(({ code, names }) => ({ code, names: names.map(({ name }) => name) }))

/** The values of a type that fit the filter, in their order. */
export async function valuesFor(ctx: Ctx, filter: ConstantFilter) {
  const org = await orgFor(ctx, 'read', filter.orgId)
  const kind = await kindAt(ctx, org, filter.type)
  const all = await valuesAt(ctx, org, kind, filter.date)
  const words = filter.keyword.trim().toLowerCase()
  const fitting = all
    .filter(({ isEnabled }) => filter.state === '' || isEnabled === (filter.state === 'on'))
    .filter(
      ({ code, names }) =>
        code.toLowerCase().includes(words) || names.some(({ name }) => name.toLowerCase().includes(words)),
    )
  return { org, kind, all, fitting }
}

export async function pageOfItems(ctx: Ctx, filter: ConstantFilter & PageQuery): Promise<Page<ConstantItem>> {
  const { org, kind, all, fitting } = await valuesFor(ctx, filter)
  const { pageNumber, pageSize } = filter
  const page = fitting.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const standing = await standingFor(ctx, org)
  const shown = { kind, standing, nameOf: namesIn(all), uses: await usesOf(ctx, kind.code, counted(page)) }
  return {
    itemCount: fitting.length,
    pageCount: Math.ceil(fitting.length / pageSize),
    items: page.map((item) => presentItem(item, shown)),
  }
}

/**
 * What forms offer at an organisation today, and the names of what they no longer offer; without one where the caller
 * is. Nobody's reach is asked for: that is up to whoever names the organisation.
 */
export async function constantsOf(ctx: Ctx, type: string, orgId = ctx.actor.orgId): Promise<OfferedConstant[]> {
  const org = found(await nodeById(ctx.db, orgId), '组织')
  const items = await valuesAt(ctx, org, await kindAt(ctx, org, type))
  return items.map(({ code, name, parentCode, isOffered }) => ({ code, name, parentCode, isOffered }))
}
