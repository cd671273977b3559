import { z } from 'zod'
import { contactScope, contactScopes, type ContactScope } from './contract-person.ts'

const scopes = Object.keys(contactScopes) as [ContactScope, ...ContactScope[]]

/** One Chinese character is enough to search by, one letter is not. */
const isSearchable = (text: string) => /\p{Script=Han}/u.test(text) || /[a-z0-9].*[a-z0-9]/i.test(text)
export const keyword = z.string().trim().max(50, '关键字不超过50字').refine(isSearchable, '请输入关键字')

export const maxFavourites = 500

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
