import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { isWeakPassword } from '#packages/core'
import { manifest } from './manifest.ts'

const characterClasses = [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z]/]

export const weakPasswordMessage = '密码太容易被猜到，请换一个'

/** A new password: at least 8 characters of three of the four classes, and not a frequent one. */
export const newPassword = z
  .string()
  .min(1, '请输入新密码')
  .max(128, '密码不超过128个字符')
  .refine(
    (value) => value === '' || (value.length >= 8 && characterClasses.filter((kind) => kind.test(value)).length >= 3),
    '建议设置口令长度不小于8位，密码中包含数字，大小写字母，特殊字符中的3种',
  )
  .refine((value) => value === '' || !isWeakPassword(value), weakPasswordMessage)

/** A login name: never a phone number, because those are separate identifiers. */
export const loginName = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9._-]{3,29}$/i, '用户名为4-30位字母、数字、点或横线，以字母开头')

const route = routesOf(manifest)
const token = z.string().max(60)

export const identityApi = {
  readInvitation: route({
    method: 'POST',
    path: '/api/users/readInvitation',
    title: '查看邀请',
    access: 'public',
    ownTransactions: true,
    readOnly: true,
    body: z.object({ token }),
    data: z.object({
      name: z.string(),
      isPlatform: z.boolean(),
      /** The person's main organisation; empty for a platform administrator. */
      orgName: z.string(),
      /** A free login name from the person's name; empty if none was found. */
      userName: z.string(),
    }),
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/users/acceptInvitation',
    title: '接受邀请并设置密码',
    access: 'public',
    withoutKey: 'no session yet; an invitation is valid once',
    ownTransactions: true,
    body: z.object({ token, userName: loginName, password: newPassword }),
    data: z.null(),
  }),
}
