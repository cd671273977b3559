import type { BodyOf } from '#packages/contract'
import { found, invalid, newId, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { pinyinOf } from '#packages/pinyin'
import { orgTypes, type orgApi } from '../../contract.ts'
import { holdPath } from '../count-queries.ts'
import { findGoverned, nextSort, updateOrganisation, type Governed } from '../edit-queries.ts'
import type { Details } from '../queries.ts'
import { canBecome, canGovern, canStandUnder } from '../policy.ts'
import { createOrganisation } from './making.ts'
import { present } from './reading.ts'

type NewForm = BodyOf<typeof orgApi.add>
type EditForm = BodyOf<typeof orgApi.edit>

const refuse = (field: string, msg: string) => invalid([{ field, msg }])
const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'name')

/** Adds an organisation below one that the caller looks after, at the end of its level. */
export async function addOrganisation(ctx: Ctx, form: NewForm) {
  const scope = scopeOf(ctx, 'org.edit')
  if (form.parentId === null) throw refuse('parentId', '请选择上级机构')
  const parent = found(await findGoverned(ctx.db, scope, form.parentId), '上级机构')
  if (!canStandUnder(form.type, parent))
    throw refuse('type', `${orgTypes[parent.type].title}下不能新建${orgTypes[form.type].title}`)
  if (parent.isForbidden) throw refuse('parentId', '上级机构已停用')

  const id = newId()
  const { name, type } = form
  await holdPath(ctx.db, parent.path)
  const sort = await nextSort(ctx.db, parent.id)
  await createOrganisation(ctx, { id, parent, name, type, sort, details: detailsOf(form, nothingSaid) }).catch(
    onSameName,
  )
  return read(ctx, id)
}

/** Changes what is said of an organisation. It neither moves nor becomes something of another nature. */
export async function editOrganisation(ctx: Ctx, form: EditForm) {
  const scope = scopeOf(ctx, 'org.edit')
  const before = found(await findGoverned(ctx.db, scope, form.id), '组织')
  if (!canGovern(scope, before)) throw new Refusal('本单位的信息由上级单位维护')
  if (form.parentId !== before.parentId) throw refuse('parentId', '编辑时不能更换上级机构')
  if (!canBecome(before.type, form.type)) throw refuse('type', '只能在中小学、幼儿园、其他学校之间更改类型')
  const isRenamed = form.name !== before.name
  if (isRenamed && before.type === 'bureau') throw refuse('name', '教育局的名称由平台管理员修改')

  const { full, initials } = isRenamed ? pinyinOf(form.name) : { full: before.pinyin, initials: before.pinyinInitials }
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
  return read(ctx, before.id)
}

const nothingSaid: Details = {
  stages: [],
  kind: '',
  property: null,
  educationSystem: null,
  contactName: '',
  phone: '',
  postalCode: '',
  address: '',
  remark: '',
  isPublic: true,
  isVillage: false,
}

/** What the form says, and for what it does not mention what was there before. A department teaches nobody. */
function detailsOf(form: NewForm, before: Details | Governed): Details {
  const said = (key: keyof Details) => (form[key] === undefined ? before[key] : form[key])
  const details = Object.fromEntries(Object.keys(nothingSaid).map((key) => [key, said(key as keyof Details)]))
  return { ...(details as unknown as Details), ...(form.type === 'department' ? { stages: [] } : {}) }
}

async function read(ctx: Ctx, id: string) {
  const { path: _, isBelowReach: __, ...row } = found(await findGoverned(ctx.db, scopeOf(ctx, 'org.edit'), id), '组织')
  return present(row)
}
