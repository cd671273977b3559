import type { Page, PageQuery } from '#packages/contract'
import { orNotFound, type Ctx } from '#packages/core'
import type { ConstantFilter, ConstantItem, ConstantType, OfferedConstant } from '../../contract.ts'
import { countItemsByType } from '../constant-item-queries.ts'
import {
  maySortConstant,
  isOwnConstant,
  mayAdd,
  mayAddTypes,
  mayEditType,
  mayHideBuiltIn,
  maySort,
  type OrgConstantType,
  type ConstantRights,
} from '../constant-policy.ts'
import { findOrgById } from '../constant-type-queries.ts'
import { countConstantUses } from '../platform-constants.ts'
import type { ResolvedConstant } from '../resolve-constants.ts'
import {
  getOrgConstantType,
  listOrgConstantTypes,
  getConstantOrg,
  getReaderRights,
  listOrgConstants,
} from './org-constants.ts'

export const presentType = (kind: OrgConstantType, rights: ConstantRights, itemCount: number): ConstantType => ({
  code: kind.code,
  name: kind.name,
  about: kind.about,
  level: kind.level,
  isTree: kind.isTree,
  itemCount,
  isEnabled: !kind.builtIn?.isDisabled,
  isOpen: kind.row?.isOpen ?? false,
  mayEdit: mayEditType(kind, rights),
  mayAdd: mayAdd(kind, rights),
  mayHide: mayHideBuiltIn(kind, rights),
  maySort: maySort(kind, rights),
  version: kind.row?.version ?? 0,
})

/** The types of an organisation with the number of values in each. */
export async function listConstantTypes(ctx: Ctx, orgId: string | null) {
  const org = await getConstantOrg(ctx, 'read', orgId)
  const rights = await getReaderRights(ctx, org)
  const counts = await countItemsByType(ctx.db, org.path)
  return {
    orgId: org.id,
    orgName: org.name,
    mayAddTypes: mayAddTypes(rights),
    isDistrict: rights.level === 'district',
    types: (await listOrgConstantTypes(ctx, org)).map((kind) =>
      presentType(kind, rights, (kind.builtIn?.items.length ?? 0) + (counts.get(kind.code) ?? 0)),
    ),
  }
}

export interface ConstantPresentation {
  kind: OrgConstantType
  rights: ConstantRights
  nameOf: (code: string) => string
  uses: ReadonlyMap<string, number> | undefined
}

export const presentItem = (
  item: ResolvedConstant,
  { kind, rights, nameOf, uses }: ConstantPresentation,
): ConstantItem => {
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
    mayEdit: isOwnConstant(item, rights),
    mayHide: isOwnConstant(item, rights) || (item.level === 'platform' && mayHideBuiltIn(kind, rights)),
    maySort: maySort(kind, rights) && maySortConstant(item, rights),
  }
}

export const createNameLookup = (items: readonly ResolvedConstant[]) => {
  const names = new Map(items.map(({ code, name }) => [code, name]))
  return (code: string) => names.get(code) ?? ''
}

export const toCountedItems = (items: readonly ResolvedConstant[]) =>
  items.map(({ code, names }) => ({ code, names: names.map(({ name }) => name) }))

/** The values of a type that match the filter, in display order. */
export async function filterConstants(ctx: Ctx, filter: ConstantFilter) {
  const org = await getConstantOrg(ctx, 'read', filter.orgId)
  const kind = await getOrgConstantType(ctx, org, filter.type)
  const all = await listOrgConstants(ctx, org, kind, filter.date)
  const needle = filter.keyword.trim().toLowerCase()
  const fitting = all
    .filter(({ isEnabled }) => filter.state === '' || isEnabled === (filter.state === 'on'))
    .filter(
      ({ code, names }) =>
        code.toLowerCase().includes(needle) || names.some(({ name }) => name.toLowerCase().includes(needle)),
    )
  return { org, kind, all, fitting }
}

export async function readConstantPage(ctx: Ctx, filter: ConstantFilter & PageQuery): Promise<Page<ConstantItem>> {
  const { org, kind, all, fitting } = await filterConstants(ctx, filter)
  const { pageNumber, pageSize } = filter
  const page = fitting.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const rights = await getReaderRights(ctx, org)
  const shown = {
    kind,
    rights,
    nameOf: createNameLookup(all),
    uses: await countConstantUses(ctx, kind.code, toCountedItems(page)),
  }
  return {
    itemCount: fitting.length,
    pageCount: Math.ceil(fitting.length / pageSize),
    items: page.map((item) => presentItem(item, shown)),
  }
}

/**
 * Values that forms offer today, and the names of values no longer offered. The default is the caller's organisation.
 * Callers must check the scope of `orgId`.
 */
export async function listOfferedConstants(
  ctx: Ctx,
  type: string,
  orgId = ctx.actor.orgId,
): Promise<OfferedConstant[]> {
  const org = orNotFound(await findOrgById(ctx.db, orgId), '组织')
  const items = await listOrgConstants(ctx, org, await getOrgConstantType(ctx, org, type))
  return items.map(({ code, name, parentCode, isOffered }) => ({ code, name, parentCode, isOffered }))
}
