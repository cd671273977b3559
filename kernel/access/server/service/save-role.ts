import type { BodyOf } from '#packages/contract'
import { changedByOthers, dayOf, forbidden, orNotFound, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import type { RoleDifference, RoleForm, roleRoutes } from '../../contract-roles.ts'
import { findRoleChange, type RoleSnapshot } from '../role-change-queries.ts'
import { getRolePermissions } from '../role-definitions.ts'
import { roleChanged } from '../../contract.ts'
import { canEditRole } from '../policy.ts'
import { findRole, lockRole, type RoleRow } from '../role-queries.ts'
import {
  listChildRoleIds,
  countRoleAssignments,
  deleteRole,
  insertRole,
  replaceRolePermissions,
  updateRole,
} from '../role-edit-queries.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from './load-role-definitions.ts'
import { validateRoleForm, type RoleDraft } from './validate-role-form.ts'
import { previewRoleImpact } from './role-impact.ts'
import { isRestorable, describeRoleChange, recordRoleChange } from './role-history.ts'
import { refuseOwnLoss } from './own-permission-guards.ts'

const onNameTaken = onConstraint('role_title', '角色名称已存在')
const noImpact: RoleDifference = { memberCount: 0, affected: 0, groups: [], lastHolders: [] }

/** The effect of saving this form. Refuses whatever saving would refuse. */
export async function previewRoleChange(ctx: Ctx, form: RoleForm): Promise<RoleDifference> {
  const draft = await validateRoleForm(ctx, form)
  return getImpact(ctx, draft, form)
}

const getImpact = async (ctx: Ctx, { role, orgPath, rows }: RoleDraft, { parentId, hiddenFields }: RoleForm) =>
  role ? previewRoleImpact(ctx, { id: role.id, orgPath, parentId, rows, hiddenFields }) : noImpact

export async function saveRole(ctx: Ctx, form: RoleForm) {
  return form.id ? updateRoleDefinition(ctx, form, form.id, '修改角色') : createRole(ctx, form)
}

async function createRole(ctx: Ctx, form: RoleForm) {
  const draft = await validateRoleForm(ctx, form)
  const id = newId()
  const { name, remark, parentId } = form
  const facts = { id, orgId: draft.orgId, name, remark, parentId, by: ctx.actor.personId }
  await insertRole(ctx.db, facts, ctx.now).catch(onNameTaken)
  await replaceRolePermissions(ctx.db, id, draft.rows, form.hiddenFields)
  await recordRoleChange(ctx, id, { title: '新建角色', lines: [], before: null })
  return { id, version: 1, notifiedCount: 0 }
}

async function updateRoleDefinition(ctx: Ctx, form: RoleForm, id: string, title: string) {
  // Locked before reading, so that of two who save at once the second gets an error and overwrites nothing.
  const held = await lockRole(ctx.db, id)
  const draft = await validateRoleForm(ctx, form)
  const role = draft.role!
  if (held?.version !== form.version) throw changedByOthers()
  const before = getRoleSnapshot(role, draft.definitions)
  const after: RoleSnapshot = { ...form, functions: form.functions }
  const lines = describeRoleChange(ctx, before, after)
  if (lines.length === 0) return { id, version: role.version, notifiedCount: 0 }
  const { affected } = await getImpact(ctx, draft, form)
  await refuseOwnLoss(ctx, async () => {
    const facts = { name: form.name, remark: form.remark, parentId: form.parentId, by: ctx.actor.personId }
    if (!(await updateRole(ctx.db, id, form.version, facts, ctx.now).catch(onNameTaken))) throw changedByOthers()
    await replaceRolePermissions(ctx.db, id, draft.rows, form.hiddenFields)
  })
  const changeId = await recordRoleChange(ctx, id, { title, lines, before })
  if (affected > 0) await publish(ctx, roleChanged, { roleId: id, changeId })
  return { id, version: form.version + 1, notifiedCount: affected }
}

/** The present state of a role, stored to restore it later. */
function getRoleSnapshot({ id, name, remark, parentId }: RoleRow, definitions: LoadedRoleDefinitions): RoleSnapshot {
  const functions = [...getRolePermissions(definitions, id)].map(([code, { scope, orgIds }]) => ({
    code,
    scope,
    orgIds,
  }))
  return { name, remark, parentId, functions, hiddenFields: definitions.hidden.get(id) ?? [] }
}

/** Creates a role with the same permissions under another name, without holders. */
export async function copyRole(ctx: Ctx, { id, orgId, name }: BodyOf<typeof roleRoutes.copyRole>) {
  const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
  const { remark, parentId, functions, hiddenFields } = getRoleSnapshot(role, await loadRoleDefinitions(ctx, [id]))
  const copied = {
    functions: functions.map((held) => ({ ...held, orgIds: [...held.orgIds] })),
    hiddenFields: [...hiddenFields],
  }
  const made = await createRole(ctx, { id: null, orgId, name, remark, parentId, version: 0, ...copied })
  return { id: made.id }
}

export async function removeRole(ctx: Ctx, { id, version }: BodyOf<typeof roleRoutes.deleteRole>) {
  const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
  if (!canEditRole(ctx.actor, role)) throw forbidden()
  if (role.template) throw new Refusal('系统角色不能删除')
  await lockRole(ctx.db, id)
  const given = await countRoleAssignments(ctx.db, id, dayOf(ctx.now))
  if (given > 0) throw new Refusal(`该角色已分配给${given}人，不能删除`)
  const children = (await listChildRoleIds(ctx.db, id)).length
  if (children > 0) throw new Refusal(`该角色已被${children}个角色继承，不能删除`)
  if (!(await deleteRole(ctx.db, id, version))) throw changedByOthers()
  return null
}

/** Saves the state before a change as the new state, with all checks of a normal save. */
export async function restoreRole(ctx: Ctx, { id, changeId, version }: BodyOf<typeof roleRoutes.restoreRole>) {
  const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
  const change = await findRoleChange(ctx.db, changeId)
  if (change?.roleId !== role.id || !change.before) throw new Refusal('该记录不能还原')
  if (!isRestorable(change.at, ctx.now)) throw new Refusal('只能还原7天内的修改')
  const { functions, hiddenFields, ...facts } = change.before
  const form = {
    ...facts,
    id,
    orgId: role.orgId,
    version,
    functions: functions.map((held) => ({ ...held, orgIds: [...held.orgIds] })),
    hiddenFields: [...hiddenFields],
  }
  const { version: next } = await updateRoleDefinition(ctx, form, id, '还原角色')
  return { version: next }
}
