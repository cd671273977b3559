import type { BodyOf } from '#packages/contract'
import { found, newId, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { invitedOnly, orgTypes, type EmptyFacts, type orgApi } from '../../contract.ts'
import { firstAdministrators, type FirstAdministrator } from '../administrators.ts'
import { holdPath, holdTop } from '../count-queries.ts'
import { fillEmpty, findGoverned, nextSort, updateOrganisation } from '../edit-queries.ts'
import { canBecome, canGovern, canStandUnder } from '../policy.ts'
import { detailsOf, lettersOf, nothingSaid, refuse } from './details.ts'
import { forbid } from './forbidding.ts'
import { recordHistory } from './history.ts'
import { createOrganisation } from './making.ts'
import { readGoverned } from './reading-governed.ts'
import { placeOrganisation } from './sorting.ts'

type NewForm = BodyOf<typeof orgApi.add>
type EditForm = BodyOf<typeof orgApi.edit>

const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'name')

/** Adds an organisation below one that the caller looks after, at the end of its level. */
export async function addOrganisation(ctx: Ctx, form: NewForm) {
  const scope = scopeOf(ctx, 'org.edit')
  if (form.parentId === null) throw refuse('parentId', '请选择上级机构')
  await holdTop(ctx.db)
  const parent = found(await findGoverned(ctx.db, scope, form.parentId), '上级机构')
  if (!canStandUnder(form.type, parent))
    throw refuse('type', `${orgTypes[parent.type].title}下不能新建${orgTypes[form.type].title}`)
  if (parent.isForbidden) throw refuse('parentId', '上级机构已停用')
  refuseHost(form, '')
  refuseAdministrator(form, undefined)

  const id = newId()
  const { name, type } = form
  await holdPath(ctx.db, parent.path)
  const sort = await nextSort(ctx.db, parent.id)
  const details = detailsOf(form, nothingSaid)
  await createOrganisation(ctx, { id, parent, name, type, sort, details, letters: lettersOf(form) }).catch(onSameName)
  await applyOwnCalls(ctx, form, { id, sort, isForbidden: false })
  return readGoverned(ctx, id)
}

/** Changes what is said of an organisation. It neither moves nor becomes something of another nature. */
export async function editOrganisation(ctx: Ctx, form: EditForm) {
  const scope = scopeOf(ctx, 'org.edit')
  // Before any row: closing and sorting begin with it too.
  if (form.sort || form.isForbidden !== undefined) await holdTop(ctx.db)
  const before = found(await findGoverned(ctx.db, scope, form.id), '组织')
  if (!canGovern(scope, before)) throw new Refusal('本单位的信息由上级单位维护')
  if (form.parentId !== before.parentId) throw refuse('parentId', '编辑时不能更换上级机构')
  if (!canBecome(before.type, form.type)) throw refuse('type', '只能在中小学、幼儿园、其他学校之间更改类型')
  const isRenamed = form.name !== before.name
  if (isRenamed && before.type === 'bureau') throw refuse('name', '教育局的名称由平台管理员修改')
  refuseHost(form, before.host)
  refuseAdministrator(form, (await firstAdministrators(ctx, [before])).get(before.id))

  const { full, initials } = lettersOf(form, before)
  const change = {
    ...detailsOf(form, before),
    name: form.name,
    type: form.type,
    pinyin: full,
    pinyinInitials: initials,
  }
  const version = form.version || before.version
  if (!(await updateOrganisation(ctx.db, before.id, version, change, ctx.now).catch(onSameName)))
    throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  if (isRenamed) {
    await recordHistory(ctx, [{ orgId: before.id, kind: 'renamed', before: before.name, after: form.name }])
  }
  await applyOwnCalls(ctx, form, before)
  return readGoverned(ctx, before.id)
}

/**
 * A school says what the bureau has nothing on file about. What stands there stays: that is the bureau's to correct. The
 * caller has found the organisation within its reach.
 */
export const fillEmptyFacts = (ctx: Ctx, id: string, facts: EmptyFacts) => fillEmpty(ctx.db, id, facts, ctx.now)

/** An address has one owner over the whole platform: it is claimed there first, by a call of its own. */
function refuseHost(form: NewForm, present: string) {
  if (form.host !== undefined && form.host !== present) throw refuse('host', '域名请通过“设置域名”单独设置')
}

/** Who runs an organisation is sent back as it was read. */
function refuseAdministrator({ adminId, adminName }: NewForm, first: FirstAdministrator | undefined) {
  if (adminId !== undefined && adminId !== (first?.userId ?? null)) throw refuse('adminId', invitedOnly)
  if (adminName !== undefined && adminName !== (first?.name ?? '')) throw refuse('adminName', invitedOnly)
}

/** What has calls of its own is decided by their rules, and refused with their words, also when it comes with the rest. */
async function applyOwnCalls(
  ctx: Ctx,
  { sort, isForbidden }: NewForm,
  before: { id: string; sort: number; isForbidden: boolean },
) {
  if (sort && sort !== before.sort) await placeOrganisation(ctx, before.id, sort)
  if (isForbidden !== undefined && isForbidden !== before.isForbidden)
    await forbid(ctx, { targets: { ids: [before.id] }, isForbidden })
}
