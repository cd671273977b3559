import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError, fieldErrorsOf } from '#packages/web/core/call-error.ts'
import type { Preview, Targets, Undo } from '#packages/web/desk/list/spec.ts'
import {
  joinQuestions,
  maskedFields,
  staffApi,
  type MaskedField,
  type NewUserForm,
  type User,
  type UserForm,
} from '../contract.ts'
import { targetsOf, userPage } from './queries.ts'

/** A field that was and stays empty has nothing to say. */
export function withoutEmpty<Form extends Partial<Record<MaskedField, string | undefined>>>(form: Form, row?: User) {
  const isSaid = (name: MaskedField) => form[name] !== undefined && (form[name] !== '' || Boolean(row?.[name]))
  const unsaid = new Set<string>(maskedFields.filter((name) => !isSaid(name)))
  return Object.fromEntries(Object.entries(form).filter(([name]) => !unsaid.has(name))) as Form
}

/** What the server says when the person is in the district already; nothing when it refused for another reason. */
export function joinWordsOf(error: unknown) {
  const said = error instanceof CallError ? [error.msg, ...Object.values(fieldErrorsOf(error))] : []
  return said.find((words) => Object.values(joinQuestions).some((question) => words.endsWith(question)))
}

/**
 * A new colleague. Whoever is in the district already gets a second place there, if that is what was meant; for somebody
 * of another organisation that is asked for, and nobody new stands in the list.
 */
export async function addUser(form: NewUserForm, ask: (words: string) => Promise<boolean>) {
  const body = withoutEmpty(form)
  try {
    return await call(staffApi.add, { body })
  } catch (error) {
    const words = joinWordsOf(error)
    if (words === undefined || !(await ask(words))) throw error
    const added = await call(staffApi.add, { body: { ...body, joinExisting: true } })
    return added.changeId === null ? added : { ...added, said: '已提交任职申请，等待同意' }
  }
}

export const editUser = (form: UserForm, row: User) => call(staffApi.edit, { body: withoutEmpty(form, row) })

export interface Effect {
  count: number
  already: number
  names: readonly string[]
  refused: readonly { name: string; reason: string }[]
}

const some = (count: number) => `${count.toLocaleString()} 人`
/** Who cannot be touched, by their reason: 张伟、李娜：最后一名管理员. */
export function refusedWords(refused: Effect['refused']) {
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  const named = (reason: string) => refused.filter((one) => one.reason === reason).map(({ name }) => name)
  return reasons.map((reason) => `${named(reason).join('、')}：${reason}`)
}

function previewOf({ count, already, names, refused }: Effect, alreadyWords: string) {
  const left = [...(already > 0 ? [`另有 ${some(already)}${alreadyWords}`] : []), ...refusedWords(refused)]
  return { count, names, ...(left.length > 0 && { skipped: left.join('；') }) }
}

/** Nothing was done: then the reason is the answer. */
export function orRefuse<Done extends Effect>(effect: Done): Done {
  if (effect.count === 0 && effect.refused.length > 0) {
    throw new CallError({ ret: Ret.refused, msg: refusedWords(effect.refused).join('；'), status: 200 })
  }
  return effect
}

/** What suspending people, or letting them work again, would do. */
export async function previewSuspending(targets: Targets, isSuspended: boolean): Promise<Preview> {
  const effect = await call(staffApi.suspendPreview, { body: { targets: targetsOf(targets), isSuspended } })
  const [before, after] = isSuspended ? (['在岗', '停用'] as const) : (['停用', '在岗'] as const)
  const told = previewOf(effect, `已经${after}，不受影响`)
  return {
    ...told,
    changes: [
      {
        label: '状态',
        before,
        after,
        ...(isSuspended && told.count > 0 && { warning: `${some(told.count)}将不能在本单位登录` }),
      },
    ],
    consequences: [],
    note: '完成后 8 秒内可以撤销',
  }
}

/** The way back concerns only those that changed. */
export async function suspend(targets: Targets, isSuspended: boolean): Promise<Undo> {
  const { changed } = orRefuse(await call(staffApi.suspend, { body: { targets: targetsOf(targets), isSuspended } }))
  return () => call(staffApi.suspend, { body: { targets: { ids: changed }, isSuspended: !isSuspended } })
}

export interface LeaveForm {
  on: string
  reason: string
}

export async function previewLeaving(targets: Targets, { on, reason }: LeaveForm): Promise<Preview> {
  const effect = await call(staffApi.leavePreview, { body: { targets: targetsOf(targets), on, reason } })
  return {
    ...previewOf(effect, '已经离岗，不受影响'),
    changes: [{ label: '状态', before: '在岗', after: `离岗（${on} 为最后一天）` }],
    consequences: [{ label: '登录', words: '不能再在本单位登录，在本单位的权限一并收回' }],
    note: '人员资料和经办记录会保留',
  }
}

export const leave = async (targets: Targets, form: LeaveForm) =>
  orRefuse(await call(staffApi.leave, { body: { targets: targetsOf(targets), ...form } }))

export const setDepartment = async (targets: Targets, departmentId: string | null) =>
  orRefuse(await call(staffApi.setDepartment, { body: { targets: targetsOf(targets), departmentId } }))

const mostInvited = 200

/** Those that are meant, one by one: whoever ticked everything has not seen them all. */
export async function idsOf(targets: Targets): Promise<string[]> {
  if ('ids' in targets) return [...targets.ids]
  const { asked, except } = targets
  const query = { ...asked, sort: null, pageNumber: 1, pageSize: mostInvited }
  const { items, itemCount } = await userPage(query).queryFn({ signal: new AbortController().signal })
  if (itemCount - except.length > mostInvited) {
    throw new CallError({ ret: Ret.refused, msg: `一次最多邀请${mostInvited}人`, status: 200 })
  }
  return items.map(({ id }) => id).filter((id) => !except.includes(id))
}

export const resetFactors = (id: string) => call(staffApi.resetFactors, { body: { id } })
export const resetPassword = async (id: string) => (await call(staffApi.resetPassword, { body: { id } })).password

/** The new password goes to the mobile on file, which is told in part. */
export const resetPasswordBySms = async (id: string) =>
  (await call(staffApi.resetPasswordBySms, { body: { id } })).sentTo
