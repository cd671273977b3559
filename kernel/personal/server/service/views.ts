import type { BodyOf } from '#packages/contract'
import { orNotFound, containsPersonalNumber, newId, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { ListView, personalApi } from '../../contract.ts'
import { clearDefault, countViews, insertView, deleteViewRow, updateView, listViewRows } from '../queries.ts'

const viewsShown = 50
const viewsKept = 20

const onSameName = onConstraint('list_view_name', '已有同名视图', 'name')

/** One's own views of a list here, then those that colleagues share. */
export const listViews = ({ db, actor: { personId, orgId } }: Ctx, list: string): Promise<ListView[]> =>
  listViewRows(db, { personId, orgId }, list, viewsShown)

/** Keeps a new view, or changes one of one's own: anybody else's is not there to be changed. */
export async function saveView({ db, now, actor }: Ctx, { id, ...form }: BodyOf<typeof personalApi.saveView>) {
  refuseNumbers(form.query)
  const owner = { personId: actor.personId, orgId: actor.orgId }
  if (form.isDefault) await clearDefault(db, owner, form.list)
  if (id !== null) return orNotFound(await updateView(db, owner, id, form, now).catch(onSameName), '视图')
  if ((await countViews(db, owner, form.list)) >= viewsKept) throw new Refusal(`每个列表最多保存${viewsKept}个视图`)
  return orNotFound(await insertView(db, owner, newId(), form, now).catch(onSameName))
}

/** A view lies in the clear, and colleagues may see it: nobody's number belongs in it. */
function refuseNumbers(query: string) {
  const values = [...new URLSearchParams(query).values()]
  if (values.some(containsPersonalNumber)) throw new Refusal('视图不能保存手机号或身份证号')
}

export async function deleteView({ db, actor: { personId, orgId } }: Ctx, id: string) {
  orNotFound((await deleteViewRow(db, { personId, orgId }, id)) || undefined, '视图')
  return null
}
