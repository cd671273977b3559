import { z } from 'zod'
import { idOf } from '#packages/contract'
import { contactScope, contactScopes, type ContactScope } from './contract-person.ts'

const scopes = Object.keys(contactScopes) as [ContactScope, ...ContactScope[]]

/** One Chinese character says something, one letter does not. */
const saysSomething = (text: string) => /\p{Script=Han}/u.test(text) || /[a-z0-9].*[a-z0-9]/i.test(text)
export const keyword = z.string().trim().max(50, '关键字不超过50字').refine(saysSomething, '请输入关键字')

export const mostGroups = 50
export const mostMembers = 500
export const mostFavourites = 500

export const groupForm = z.object({
  /** Null for a new one. */
  id: idOf('contact-group').nullable(),
  name: z.string().trim().min(1, '请填写群组名称').max(20, '群组名称不超过20字'),
  /** Who is in it from now on; null leaves them as they are. */
  userIds: z.array(idOf('membership')).max(mostMembers, `每个群组最多${mostMembers}人`).nullable(),
  /** As it was read; null for a new one. */
  version: z.int().nullable(),
})
export type GroupForm = z.output<typeof groupForm>

export const memberForm = z.object({
  id: idOf('contact-group'),
  userIds: z.array(idOf('membership')).min(1, '请选择人员').max(mostMembers, `一次最多选择${mostMembers}人`),
  isMember: z.boolean(),
})

const clock = z.string().regex(/^((?:[01]\d|2[0-3]):[0-5]\d)?$/, '请填写时间，如 21:00')

const choice = {
  /** Parents of the classes one teaches may call. */
  parentVisible: z.boolean(),
  quietFrom: clock,
  quietTo: clock,
}
interface Hours {
  quietFrom: string
  quietTo: string
}
const areWhole = ({ quietFrom, quietTo }: Hours) => (quietFrom === '') === (quietTo === '')
const differ = ({ quietFrom, quietTo }: Hours) => quietFrom === '' || quietFrom !== quietTo
const half = { path: ['quietTo'], error: '请填写起止时间' }
const equal = { path: ['quietTo'], error: '起止时间不能相同' }

/** What is asked for on the page. */
export const settingChoice = z
  .object({ scope: z.enum(scopes, '请选择公开范围'), ...choice })
  .refine(areWhole, half)
  .refine(differ, equal)
export type SettingChoice = z.output<typeof settingChoice>

export const settingForm = z
  .object({ scope: contactScope, ...choice, version: z.int() })
  .refine(areWhole, half)
  .refine(differ, equal)
export type SettingForm = z.output<typeof settingForm>
