import { Ret, type RefusalLink } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError, getFieldErrors } from '#packages/web/core/call-error.ts'
import type { ActionPreview, Targets, UndoAction } from '#packages/web/desk/list/list-spec.ts'
import {
  joinQuestions,
  maskedFields,
  staffApi,
  type MaskedField,
  type NewUserForm,
  type User,
  type UserForm,
} from '../contract.ts'
import { toUserTargets, userPageQuery } from './staff-queries.ts'

/** Drops masked fields that were and stay empty. */
export function dropEmptyMasked<Form extends Partial<Record<MaskedField, string | undefined>>>(form: Form, row?: User) {
  const isSaid = (name: MaskedField) => form[name] !== undefined && (form[name] !== '' || Boolean(row?.[name]))
  const unsaid = new Set<string>(maskedFields.filter((name) => !isSaid(name)))
  return Object.fromEntries(Object.entries(form).filter(([name]) => !unsaid.has(name))) as Form
}

/** The question of the server when the person exists in the district; undefined for other refusals. */
export function findJoinQuestion(error: unknown) {
  const messages = error instanceof CallError ? [error.msg, ...Object.values(getFieldErrors(error))] : []
  return messages.find((message) => Object.values(joinQuestions).some((question) => message.endsWith(question)))
}

/**
 * Adds a staff member. An existing person of the district gets a second membership after confirmation; for a person of
 * another organisation this is only a request, and the list does not change.
 */
export async function addUser(form: NewUserForm, confirmJoin: (message: string) => Promise<boolean>) {
  const body = dropEmptyMasked(form)
  try {
    return await call(staffApi.add, { body })
  } catch (error) {
    const message = findJoinQuestion(error)
    if (message === undefined || !(await confirmJoin(message))) throw error
    const added = await call(staffApi.add, { body: { ...body, joinExisting: true } })
    return added.changeId === null ? added : { ...added, message: '已提交任职申请，等待同意' }
  }
}

export const editUser = (form: UserForm, row: User) => call(staffApi.edit, { body: dropEmptyMasked(form, row) })

export interface BulkResult {
  count: number
  already: number
  names: readonly string[]
  refused: readonly { name: string; reason: string; link?: RefusalLink | undefined }[]
}

const some = (count: number) => `${count.toLocaleString()} 人`
/** The refused people, grouped by reason: 张伟、李娜：最后一名管理员. */
export function listRefusedTexts(refused: BulkResult['refused']) {
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  const named = (reason: string) => refused.filter((one) => one.reason === reason).map(({ name }) => name)
  return reasons.map((reason) => `${named(reason).join('、')}：${reason}`)
}

function toPreview({ count, already, names, refused }: BulkResult, alreadyText: string) {
  const left = [...(already > 0 ? [`另有 ${some(already)}${alreadyText}`] : []), ...listRefusedTexts(refused)]
  return { count, names, ...(left.length > 0 && { skipped: left.join('；') }) }
}

/** Throws the reasons when nothing was changed. */
export function requireAnyDone<Done extends BulkResult>(effect: Done): Done {
  if (effect.count === 0 && effect.refused.length > 0) {
    const msg = listRefusedTexts(effect.refused).join('；')
    const [only, other] = effect.refused
    throw new CallError({ ret: Ret.refused, msg, data: other ? null : { link: only?.link }, status: 200 })
  }
  return effect
}

/** Previews suspending or restoring memberships. */
export async function previewSuspension(targets: Targets, isSuspended: boolean): Promise<ActionPreview> {
  const effect = await call(staffApi.previewSuspension, { body: { targets: toUserTargets(targets), isSuspended } })
  const [before, after] = isSuspended ? (['在岗', '停用'] as const) : (['停用', '在岗'] as const)
  const preview = toPreview(effect, `已经${after}，不受影响`)
  return {
    ...preview,
    changes: [
      {
        label: '状态',
        before,
        after,
        ...(isSuspended && preview.count > 0 && { warning: `${some(preview.count)}将不能在本单位登录` }),
      },
    ],
    consequences: [],
    note: '完成后 8 秒内可以撤销',
  }
}

/** Undo applies only to the changed memberships. */
export async function suspendStaff(targets: Targets, isSuspended: boolean): Promise<UndoAction> {
  const { changed } = requireAnyDone(
    await call(staffApi.suspend, { body: { targets: toUserTargets(targets), isSuspended } }),
  )
  return () => call(staffApi.suspend, { body: { targets: { ids: changed }, isSuspended: !isSuspended } })
}

export interface DepartureForm {
  on: string
  reason: string
}

export async function previewDeparture(targets: Targets, { on, reason }: DepartureForm): Promise<ActionPreview> {
  const effect = requireAnyDone(
    await call(staffApi.previewDeparture, { body: { targets: toUserTargets(targets), on, reason } }),
  )
  return {
    ...toPreview(effect, '已经离岗，不受影响'),
    changes: [{ label: '状态', before: '在岗', after: `离岗（${on} 为最后一天）` }],
    consequences: [{ label: '登录', text: '不能再在本单位登录，在本单位的权限一并收回' }],
    note: '人员资料和经办记录会保留',
  }
}

export const recordDeparture = async (targets: Targets, form: DepartureForm) =>
  requireAnyDone(await call(staffApi.recordDeparture, { body: { targets: toUserTargets(targets), ...form } }))

export const moveToDepartment = async (targets: Targets, departmentId: string | null) =>
  requireAnyDone(await call(staffApi.setDepartment, { body: { targets: toUserTargets(targets), departmentId } }))

const mostInvited = 200

/** Resolves the selection to ids, because "all" includes rows that the user has not loaded. */
export async function listTargetIds(targets: Targets): Promise<string[]> {
  if ('ids' in targets) return [...targets.ids]
  const { listFilter, except } = targets
  const query = { ...listFilter, sort: null, pageNumber: 1, pageSize: mostInvited }
  const { items, itemCount } = await userPageQuery(query).queryFn({ signal: new AbortController().signal })
  if (itemCount - except.length > mostInvited) {
    throw new CallError({ ret: Ret.refused, msg: `一次最多邀请${mostInvited}人`, status: 200 })
  }
  return items.map(({ id }) => id).filter((id) => !except.includes(id))
}

export const resetFactors = (id: string) => call(staffApi.resetFactors, { body: { id } })
export const resetPassword = async (id: string) => (await call(staffApi.resetPassword, { body: { id } })).password

/** Sends the new password to the mobile on file; returns the masked number. */
export const resetPasswordBySms = async (id: string) =>
  (await call(staffApi.resetPasswordBySms, { body: { id } })).sentTo
