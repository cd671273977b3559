import type { BodyOf, DataOf, QueryOf, TeachingArea, TeachingFunction } from '#packages/contract'
import { invalid, Refusal, type Ctx } from '#packages/core'
import {
  getMemberRole,
  listGrantableTo,
  listOrgPermissionHolders,
  saveMemberRole,
  searchMembersOfOwnOrg,
} from '#kernel/access/server/api.ts'
import { listAreaPermissions } from '#kernel/catalogue/server/api.ts'
import type { rightsApi } from '../contract.ts'

interface Declared {
  code: string
  title: string
  mayLimit: boolean
  areas: { area: TeachingArea; functions: TeachingFunction[] }[]
}

/** The permissions of teaching affairs, each with all its areas. */
function listPermissions({ app }: Pick<Ctx, 'app'>): Declared[] {
  const permissions = new Map<string, Declared>()
  for (const [area, some] of Object.entries(listAreaPermissions(app.manifests))) {
    for (const { code, title, mayLimit, functions } of some) {
      const one = permissions.get(code) ?? { code, title, mayLimit, areas: [] }
      one.areas.push({ area: area as TeachingArea, functions: [...functions] })
      permissions.set(code, one)
    }
  }
  return [...permissions.values()]
}

/** The areas of these permissions, in their order. */
function listAreas(permissions: readonly Declared[], codes: readonly string[]): TeachingArea[] {
  const held = permissions.filter(({ code }) => codes.includes(code))
  return [...new Set(held.flatMap(({ areas }) => areas.map(({ area }) => area)))]
}

export async function listPeople(
  ctx: Ctx,
  { keyword }: QueryOf<typeof rightsApi.people>,
): Promise<DataOf<typeof rightsApi.people>> {
  const permissions = listPermissions(ctx)
  const holders = await listOrgPermissionHolders(
    ctx,
    permissions.map(({ code }) => code),
  )
  const areasOf = (functions: readonly { code: string }[]) =>
    listAreas(
      permissions,
      functions.map(({ code }) => code),
    )
  if (keyword !== '') {
    const areas = new Map(holders.map(({ userId, functions }) => [userId, areasOf(functions)]))
    return (await searchMembersOfOwnOrg(ctx, keyword)).map((one) => ({ ...one, areas: areas.get(one.userId) ?? [] }))
  }
  // Every teacher sees her own classes, which says nothing.
  const wide = holders.filter(({ functions }) => functions.some(({ onlyClasses }) => !onlyClasses))
  return wide.map(({ functions, ...one }) => ({ ...one, areas: areasOf(functions) }))
}

export async function getRights(
  ctx: Ctx,
  { userId }: QueryOf<typeof rightsApi.rights>,
): Promise<DataOf<typeof rightsApi.rights>> {
  const permissions = listPermissions(ctx)
  const codes = permissions.map(({ code }) => code)
  const { own, given, ...person } = await getMemberRole(ctx, userId)
  const grantable = await listGrantableTo(ctx, userId, codes)
  return {
    ...person,
    permissions: permissions.map((permission) => {
      const held = own.find(({ code }) => code === permission.code)
      return {
        ...permission,
        mayGrant: grantable.has(permission.code),
        own: held ? (held.scope === 'classes' ? 'classes' : 'all') : 'none',
        given: given
          .filter((way) => way.permission === permission.code)
          .map(({ roleName, kind }) => ({ roleName, onlyClasses: kind === 'classes' })),
      }
    }),
  }
}

/** Stores the permissions of a person in the role that is hers alone; there is no second book of rights. */
export async function saveRights(ctx: Ctx, form: BodyOf<typeof rightsApi.saveRights>) {
  const permissions = listPermissions(ctx)
  const functions = form.permissions.map(({ code, onlyClasses }) => {
    const declared = permissions.find((one) => one.code === code)
    if (!declared) throw invalid([{ field: 'permissions', msg: `未知的功能：${code.slice(0, 40)}` }])
    if (onlyClasses && !declared.mayLimit) throw new Refusal(`“${declared.title}”不能只限本班数据`)
    return { code, scope: onlyClasses ? ('classes' as const) : ('org-tree' as const) }
  })
  const among = permissions.map(({ code }) => code)
  return saveMemberRole(ctx, { userId: form.userId, version: form.version, among, functions })
}
