import type { BodyOf } from '#packages/contract'
import { changedByOthers, dayOf, forbidden, found, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import type { RoleDifference, RoleForm, roleRoutes } from '../../contract-roles.ts'
import { findChange, type RoleState } from '../change-queries.ts'
import { definitionOf } from '../definition.ts'
import { roleChanged } from '../events.ts'
import { canEdit } from '../policy.ts'
import { findRole, holdRole, type RoleRow } from '../role-queries.ts'
import { childrenOf, countGiven, deleteRole, insertRole, replaceWords, updateRole } from '../role-writing-queries.ts'
import { readBook, type Shelf } from './books.ts'
import { deskFor, type Desk } from './checking.ts'
import { differenceOf } from './difference.ts'
import { isRestorable, linesOf, noteChange } from './history.ts'
import { keepingOwnPower } from './own-power.ts'

const nameTaken = onConstraint('role_title', '角色名称已存在')
const nobody: RoleDifference = { memberCount: 0, affected: 0, groups: [], lastHolders: [] }

/** What saving the same would mean for whom. It is refused where saving would be. */
export async function previewSaving(ctx: Ctx, form: RoleForm): Promise<RoleDifference> {
  const desk = await deskFor(ctx, form)
  return difference(ctx, desk, form)
}

const difference = async (ctx: Ctx, { role, orgPath, rows }: Desk, { parentId, hiddenFields }: RoleForm) =>
  role ? differenceOf(ctx, { id: role.id, orgPath, parentId, rows, hiddenFields }) : nobody

export async function saveRole(ctx: Ctx, form: RoleForm) {
  return form.id ? changeRole(ctx, form, form.id, '修改角色') : makeRole(ctx, form)
}

async function makeRole(ctx: Ctx, form: RoleForm) {
  const desk = await deskFor(ctx, form)
  const id = newId()
  const { name, remark, parentId } = form
  const facts = { id, orgId: desk.orgId, name, remark, parentId, by: ctx.actor.personId }
  await insertRole(ctx.db, facts, ctx.now).catch(nameTaken)
  await replaceWords(ctx.db, id, desk.rows, form.hiddenFields)
  await noteChange(ctx, id, { title: '新建角色', lines: [], before: null })
  return { id, version: 1, told: 0 }
}

async function changeRole(ctx: Ctx, form: RoleForm, id: string, title: string) {
  // Held before it is read: of two who save at once the second is told, and not mixed with the first.
  const held = await holdRole(ctx.db, id)
  const desk = await deskFor(ctx, form)
  const role = desk.role!
  if (held?.version !== form.version) throw changedByOthers()
  const before = stateOf(role, desk.book)
  const after: RoleState = { ...form, functions: form.functions }
  const lines = linesOf(before, after)
  if (lines.length === 0) return { id, version: role.version, told: 0 }
  const { affected } = await difference(ctx, desk, form)
  await keepingOwnPower(ctx, async () => {
    const facts = { name: form.name, remark: form.remark, parentId: form.parentId, by: ctx.actor.personId }
    if (!(await updateRole(ctx.db, id, form.version, facts, ctx.now).catch(nameTaken))) throw changedByOthers()
    await replaceWords(ctx.db, id, desk.rows, form.hiddenFields)
  })
  const changeId = await noteChange(ctx, id, { title, lines, before })
  if (affected > 0) await publish(ctx, roleChanged, { roleId: id, changeId })
  return { id, version: form.version + 1, told: affected }
}

/** What a role is now, as it is kept to be brought back. */
function stateOf({ id, name, remark, parentId }: RoleRow, book: Shelf): RoleState {
  const functions = [...definitionOf(book, id)].map(([code, { scope, orgIds }]) => ({ code, scope, orgIds }))
  return { name, remark, parentId, functions, hiddenFields: book.hidden.get(id) ?? [] }
}

/** The same role again under another name, there or elsewhere: with everything in it, and with nobody. */
export async function copyRole(ctx: Ctx, { id, orgId, name }: BodyOf<typeof roleRoutes.copyRole>) {
  const role = found(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
  const { remark, parentId, functions, hiddenFields } = stateOf(role, await readBook(ctx, [id]))
  const copied = {
    functions: functions.map((held) => ({ ...held, orgIds: [...held.orgIds] })),
    hiddenFields: [...hiddenFields],
  }
  const made = await makeRole(ctx, { id: null, orgId, name, remark, parentId, version: 0, ...copied })
  return { id: made.id }
}

export async function removeRole(ctx: Ctx, { id, version }: BodyOf<typeof roleRoutes.deleteRole>) {
  const role = found(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
  if (!canEdit(ctx.actor, role)) throw forbidden()
  if (role.template) throw new Refusal('系统角色不能删除')
  await holdRole(ctx.db, id)
  const given = await countGiven(ctx.db, id, dayOf(ctx.now))
  if (given > 0) throw new Refusal(`该角色已分配给${given}人，不能删除`)
  const children = (await childrenOf(ctx.db, id)).length
  if (children > 0) throw new Refusal(`该角色已被${children}个角色继承，不能删除`)
  if (!(await deleteRole(ctx.db, id, version))) throw changedByOthers()
  return null
}

/** What a role was before a change becomes what it is, with all that is asked of any other change. */
export async function restoreRole(ctx: Ctx, { id, changeId, version }: BodyOf<typeof roleRoutes.restoreRole>) {
  const role = found(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
  const change = await findChange(ctx.db, changeId)
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
  const { version: next } = await changeRole(ctx, form, id, '还原角色')
  return { version: next }
}
