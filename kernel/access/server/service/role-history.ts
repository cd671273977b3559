import { scopeKinds, type QueryOf, type ScopeKind } from '#packages/contract'
import { orNotFound, newId, scopeOf, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import type { roleRoutes } from '../../contract-roles.ts'
import { roleKind } from '../logged-objects.ts'
import { getPermissionTitle } from '../permission-catalogue.ts'
import { insertRoleChange, readRoleChangePage, type RoleSnapshot } from '../role-change-queries.ts'
import { canEditRole } from '../policy.ts'
import { findRole } from '../role-queries.ts'

const restorableDays = 7

/** A role can be restored for seven days. */
export const isRestorable = (at: Date, now: Date) => now.getTime() - at.getTime() < restorableDays * 86_400_000

interface RecordedRoleChange {
  title: string
  lines: readonly string[]
  before: RoleSnapshot | null
}

const maxLines = 20

/** Returns the id of the history entry. */
export async function recordRoleChange(ctx: Ctx, roleId: string, { title, lines, before }: RecordedRoleChange) {
  const id = newId()
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), `等${lines.length}项`] : lines
  await insertRoleChange(ctx.db, { id, roleId, by: ctx.actor.personId, title, lines: shown, before }, ctx.now)
  const change = { field: 'change', before: '', after: [title, ...shown].join('；') }
  await recordFieldChanges(ctx, [{ entity: roleKind, rowId: roleId, changes: [change] }])
  return id
}

export async function readRoleHistory(ctx: Ctx, { id, ...page }: QueryOf<typeof roleRoutes.roleHistory>) {
  const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.read'), id), '角色')
  const changes = await readRoleChangePage(ctx.db, id, page)
  const mayEdit = canEditRole(ctx.actor, role)
  return {
    ...changes,
    items: changes.items.map(({ at, canBeUndone, ...change }) => ({
      ...change,
      at: at.toISOString(),
      mayRestore: mayEdit && canBeUndone && isRestorable(at, ctx.now),
    })),
  }
}

/** Differences between two states of a role, one per line: 授予 导出学生（本单位）. */
export function describeRoleChange(ctx: Pick<Ctx, 'app'>, before: RoleSnapshot, after: RoleSnapshot): string[] {
  const functionsOf = ({ functions }: RoleSnapshot) => new Map(functions.map((held) => [held.code, held]))
  const [was, is] = [functionsOf(before), functionsOf(after)]
  const scopeText = (scope: ScopeKind, orgIds: readonly string[]) =>
    scope === 'listed-orgs' ? `${scopeKinds[scope].title}${orgIds.length}个` : scopeKinds[scope].title
  const functionLines = [...new Set([...was.keys(), ...is.keys()])].flatMap((code) => {
    const [old, now] = [was.get(code), is.get(code)]
    const title = getPermissionTitle(ctx, code)
    if (old && !now) return [`取消 ${title}（${scopeText(old.scope, old.orgIds)}）`]
    if (now && !old) return [`授予 ${title}（${scopeText(now.scope, now.orgIds)}）`]
    if (!old || !now || (old.scope === now.scope && isSameList(old.orgIds, now.orgIds))) return []
    return [`调整 ${title}：${scopeText(old.scope, old.orgIds)} → ${scopeText(now.scope, now.orgIds)}`]
  })
  const fieldLines = (word: string, some: RoleSnapshot, others: RoleSnapshot) =>
    some.hiddenFields
      .filter((field) => !others.hiddenFields.includes(field))
      .map((field) => `${word} ${getPermissionTitle(ctx, `field:${field}`)}`)
  return [
    ...(before.name === after.name ? [] : [`名称：${before.name} → ${after.name}`]),
    ...(before.remark === after.remark ? [] : ['修改备注']),
    ...(before.parentId === after.parentId ? [] : ['修改上级角色']),
    ...functionLines,
    ...fieldLines('隐藏', after, before),
    ...fieldLines('不再隐藏', before, after),
  ]
}

const isSameList = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()
