import { z } from 'zod'
import { idOf } from '#packages/contract'
import { contactScope, contactScopes, type ContactScope } from './contract-person.ts'

const scopes = Object.keys(contactScopes) as [ContactScope, ...ContactScope[]]

/** One Chinese character is enough to search by, one letter is not. */
const isSearchable = (text: string) => /\p{Script=Han}/u.test(text) || /[a-z0-9].*[a-z0-9]/i.test(text)
export const keyword = z.string().trim().max(50, '关键字不超过50字').refine(isSearchable, '请输入关键字')

export const maxGroups = 50
export const maxMembers = 500
export const maxFavourites = 500

export const contactGroupForm = z.object({
  /** null for a new group. */
  id: idOf('contact-group').nullable(),
  name: z.string().trim().min(1, '请填写群组名称').max(20, '群组名称不超过20字'),
  /** The new members; null leaves them unchanged. */
  userIds: z.array(idOf('membership')).max(maxMembers, `每个群组最多${maxMembers}人`).nullable(),
  /** The version that was read; null for a new group. */
  version: z.int().nullable(),
})
export type ContactGroupForm = z.output<typeof contactGroupForm>

export const groupMembersForm = z.object({
  id: idOf('contact-group'),
  userIds: z.array(idOf('membership')).min(1, '请选择人员').max(maxMembers, `一次最多选择${maxMembers}人`),
  isMember: z.boolean(),
})

const clock = z.string().regex(/^((?:[01]\d|2[0-3]):[0-5]\d)?$/, '请填写时间，如 21:00')

const settingFields = {
  /** Whether parents of the classes that the owner teaches may see the number. */
  parentVisible: z.boolean(),
  quietFrom: clock,
  quietTo: clock,
}
interface QuietHours {
  quietFrom: string
  quietTo: string
}
const hasBothTimes = ({ quietFrom, quietTo }: QuietHours) => (quietFrom === '') === (quietTo === '')
const hasDifferentTimes = ({ quietFrom, quietTo }: QuietHours) => quietFrom === '' || quietFrom !== quietTo
const missingTime = { path: ['quietTo'], error: '请填写起止时间' }
const equalTimes = { path: ['quietTo'], error: '起止时间不能相同' }

export const contactSettingForm = z
  .object({ scope: z.enum(scopes, '请选择公开范围'), ...settingFields })
  .refine(hasBothTimes, missingTime)
  .refine(hasDifferentTimes, equalTimes)
export type ContactSettingForm = z.output<typeof contactSettingForm>

export const contactSettingBody = z
  .object({ scope: contactScope, ...settingFields, version: z.int() })
  .refine(hasBothTimes, missingTime)
  .refine(hasDifferentTimes, equalTimes)
export type ContactSettingBody = z.output<typeof contactSettingBody>
