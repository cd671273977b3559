import type { BodyOf } from '#packages/contract'
import { orNotFound, newId, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { onConstraint } from '#packages/db'
import { invitedOnlyMessage, orgTypes, type EmptyDetails, type orgApi } from '../../contract.ts'
import { getFirstAdministrators, type FirstAdministrator } from '../first-administrators.ts'
import { lockPath, lockOrgTree } from '../count-queries.ts'
import { fillEmptyDetails, findManagedOrganisation, getNextSort, updateOrganisation } from '../edit-queries.ts'
import { organisationKind } from '../logged-objects.ts'
import { canBecome, canManage, canBeChildOf } from '../policy.ts'
import { mergeDetails, getPinyin, blankDetails, refuseField } from './organisation-details.ts'
import { disableOrganisations } from './disable-organisations.ts'
import { recordHistory } from './organisation-history.ts'
import { createOrganisation } from './create-organisations.ts'
import { getManagedOrganisation } from './organisations.ts'
import { setSortPosition } from './sort-organisations.ts'

type NewForm = BodyOf<typeof orgApi.add>
type EditForm = BodyOf<typeof orgApi.edit>

const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'name')

/** Adds an organisation below one that the caller manages, at the end of its level. */
export async function addOrganisation(ctx: Ctx, form: NewForm) {
  const scope = scopeOf(ctx, 'org.edit')
  if (form.parentId === null) throw refuseField('parentId', '请选择上级机构')
  await lockOrgTree(ctx.db)
  const parent = orNotFound(await findManagedOrganisation(ctx.db, scope, form.parentId), '上级机构')
  if (!canBeChildOf(form.type, parent))
    throw refuseField('type', `${orgTypes[parent.type].title}下不能新建${orgTypes[form.type].title}`)
  if (parent.isDisabled) throw refuseField('parentId', '上级机构已停用')
  refuseHostChange(form, '')
  refuseAdministratorChange(form, undefined)

  const id = newId()
  const { name, type } = form
  await lockPath(ctx.db, parent.path)
  const sort = await getNextSort(ctx.db, parent.id)
  const details = mergeDetails(form, blankDetails)
  await createOrganisation(ctx, { id, parent, name, type, sort, details, letters: getPinyin(form) }).catch(onSameName)
  await applySortAndDisable(ctx, form, { id, sort, isDisabled: false })
  return getManagedOrganisation(ctx, id)
}

/** Changes details; an edit neither moves an organisation nor changes its kind, except between kinds of schools. */
export async function editOrganisation(ctx: Ctx, form: EditForm) {
  const scope = scopeOf(ctx, 'org.edit')
  // Before any row lock, because disabling and sorting take the tree lock first too.
  if (form.sort || form.isDisabled !== undefined) await lockOrgTree(ctx.db)
  const before = orNotFound(await findManagedOrganisation(ctx.db, scope, form.id), '组织')
  if (!canManage(scope, before)) throw new Refusal('本单位的信息由上级单位维护')
  if (form.parentId !== before.parentId) throw refuseField('parentId', '编辑时不能更换上级机构')
  if (!canBecome(before.type, form.type)) throw refuseField('type', '只能在中小学、幼儿园、其他学校之间更改类型')
  const isRenamed = form.name !== before.name
  if (isRenamed && before.type === 'bureau') throw refuseField('name', '教育局的名称由平台管理员修改')
  refuseHostChange(form, before.host)
  refuseAdministratorChange(form, (await getFirstAdministrators(ctx, [before])).get(before.id))

  const { full, initials } = getPinyin(form, before)
  const change = {
    ...mergeDetails(form, before),
    name: form.name,
    type: form.type,
    pinyin: full,
    pinyinInitials: initials,
  }
  const version = form.version || before.version
  if (!(await updateOrganisation(ctx.db, before.id, version, change, ctx.now).catch(onSameName)))
    throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  await recordFieldChanges(ctx, [
    {
      entity: organisationKind,
      rowId: before.id,
      changes: [
        { field: 'type', before: orgTypes[before.type].title, after: orgTypes[change.type].title },
        { field: 'address', before: before.address, after: change.address },
        { field: 'phone', before: before.phone, after: change.phone },
        { field: 'contactName', before: before.contactName, after: change.contactName },
      ],
    },
  ])
  if (isRenamed) {
    await recordHistory(ctx, [{ orgId: before.id, kind: 'renamed', before: before.name, after: form.name }])
  }
  await applySortAndDisable(ctx, form, before)
  return getManagedOrganisation(ctx, before.id)
}

/**
 * A school fills in details that are empty; existing ones are corrected by the bureau. The caller has checked the
 * scope.
 */
export const fillEmptyOrganisationDetails = (ctx: Ctx, id: string, facts: EmptyDetails) =>
  fillEmptyDetails(ctx.db, id, facts, ctx.now)

/** An address is unique on the platform and has its own endpoint, `setHost`. */
function refuseHostChange(form: NewForm, present: string) {
  if (form.host !== undefined && form.host !== present) throw refuseField('host', '域名请通过“设置域名”单独设置')
}

/** Administrators have their own endpoint; the form may only send back what it read. */
function refuseAdministratorChange({ adminId, adminName }: NewForm, first: FirstAdministrator | undefined) {
  if (adminId !== undefined && adminId !== (first?.userId ?? null)) throw refuseField('adminId', invitedOnlyMessage)
  if (adminName !== undefined && adminName !== (first?.name ?? '')) throw refuseField('adminName', invitedOnlyMessage)
}

/** Sorting and disabling follow the rules and messages of their own endpoints, also as part of an edit. */
async function applySortAndDisable(
  ctx: Ctx,
  { sort, isDisabled }: NewForm,
  before: { id: string; sort: number; isDisabled: boolean },
) {
  if (sort && sort !== before.sort) await setSortPosition(ctx, before.id, sort)
  if (isDisabled !== undefined && isDisabled !== before.isDisabled)
    await disableOrganisations(ctx, { targets: { ids: [before.id] }, isDisabled })
}
