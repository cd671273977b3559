import type { BodyOf } from '#packages/contract'
import { orNotFound, containsPersonalNumber, newId, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { ListView, personalApi } from '../../contract.ts'
import { clearDefault, countViews, insertView, deleteViewRow, updateView, listViewRows } from '../queries.ts'

const viewsShown = 50
const viewsKept = 20

const onSameName = onConstraint('list_view_name', '已有同名视图', 'name')

/** Own views of a list, then shared views of colleagues. */
export const listViews = ({ db, actor: { personId, orgId } }: Ctx, list: string): Promise<ListView[]> =>
  listViewRows(db, { personId, orgId }, list, viewsShown)

/** Creates a view, or updates an own one. Views of others are not found. */
export async function saveView({ db, now, actor }: Ctx, { id, ...form }: BodyOf<typeof personalApi.saveView>) {
  refuseNumbers(form.query)
  const owner = { personId: actor.personId, orgId: actor.orgId }
  if (form.isDefault) await clearDefault(db, owner, form.list)
  if (id !== null) return orNotFound(await updateView(db, owner, id, form, now).catch(onSameName), '视图')
  if ((await countViews(db, owner, form.list)) >= viewsKept) throw new Refusal(`每个列表最多保存${viewsKept}个视图`)
  return orNotFound(await insertView(db, owner, newId(), form, now).catch(onSameName))
}

/** Views are stored in plain text and may be shared, so they must not contain personal numbers. */
function refuseNumbers(query: string) {
  const values = [...new URLSearchParams(query).values()]
  if (values.some(containsPersonalNumber)) throw new Refusal('视图不能保存手机号或身份证号')
}

export async function deleteView({ db, actor: { personId, orgId } }: Ctx, id: string) {
  orNotFound((await deleteViewRow(db, { personId, orgId }, id)) || undefined, '视图')
  return null
}
