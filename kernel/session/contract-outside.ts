import { z } from 'zod'
import { newPassword } from '#kernel/identity/contract.ts'
import { codeForm, loginForm, passwordForm, phoneForm } from './contract-forms.ts'
import { publicRoute, route } from './contract-sign-in.ts'

/**
 * Sign-in outside districts, on /developerLogin: platform administrators and developers. Their sessions, tokens and
 * routes are separate from those of the portal.
 */

/** The state of a sign-in between its steps; encrypted and bound to the browser. */
const ticket = z.string().min(1).max(2000)

const outsideSignIn = z.object({
  /**
   * `setup`: the first sign-in of a platform administrator sets up an authenticator. `password`: somebody else set the
   * password, so that the owner has to choose another one.
   */
  step: z.enum(['done', 'totp', 'setup', 'sms', 'password']),
  /** Empty until the sign-in is done. */
  token: z.string(),
  /** Empty when it is done. */
  ticket: z.string(),
  realName: z.string(),
  /** 8 developer, 9 platform. */
  userType: z.int(),
  /** 3 for a platform administrator. */
  isAdmin: z.int(),
  /** For `setup`: the secret of the authenticator, and the same as the URI of a QR code. */
  secret: z.string(),
  uri: z.string(),
  /** For `sms`: the masked number. */
  phone: z.string(),
})
export type OutsideSignInResult = z.output<typeof outsideSignIn>

const outsideUser = z.object({ realName: z.string(), userType: z.int(), isAdmin: z.int() })
export type OutsideUser = z.output<typeof outsideUser>

const withoutKey = 'no session yet; a second one ends by itself'
/** The new password is typed twice in the page. */
const firstPassword = z.object({ ticket, newPwd: newPassword })

const platformRoute = { access: 'platform', ownTransactions: true } as const
const developerRoute = { access: 'developer', ownTransactions: true } as const

export const outsideApi = {
  platformLogin: route({
    method: 'POST',
    path: '/api/platform/login',
    title: '平台管理员登录',
    ...publicRoute,
    withoutKey,
    body: loginForm,
    data: outsideSignIn,
  }),
  platformCode: route({
    method: 'POST',
    path: '/api/platform/loginCode',
    title: '平台管理员验证动态口令',
    ...publicRoute,
    withoutKey,
    body: z.object({ ticket, code: codeForm.shape.code }),
    data: outsideSignIn,
  }),
  platformFirstPwd: route({
    method: 'POST',
    path: '/api/platform/firstPwd',
    title: '平台管理员首次修改密码',
    ...publicRoute,
    withoutKey,
    body: firstPassword,
    data: outsideSignIn,
  }),
  platformUpdatePwd: route({
    method: 'POST',
    path: '/api/platform/updatePwd',
    title: '平台管理员修改密码',
    ...platformRoute,
    body: passwordForm,
    data: z.null(),
  }),
  platformUser: route({
    method: 'GET',
    path: '/api/platform/loginInfo',
    title: '平台管理员登录信息',
    ...platformRoute,
    data: outsideUser,
  }),
  platformLogout: route({
    method: 'POST',
    path: '/api/platform/logout',
    title: '平台管理员退出登录',
    ...platformRoute,
    data: z.null(),
  }),
  developerLogin: route({
    method: 'POST',
    path: '/api/developer/login',
    title: '开发者登录',
    ...publicRoute,
    withoutKey,
    body: loginForm,
    data: outsideSignIn,
  }),
  developerSendCode: route({
    method: 'POST',
    path: '/api/developer/sendMsgCode',
    title: '发送开发者登录验证码',
    ...publicRoute,
    withoutKey: 'limited per minute, hour and day',
    body: z.object({ ticket }),
    data: z.object({ ticket: z.string(), msgCode: z.enum(['sent', 'failed']), retryAfter: z.int() }),
  }),
  developerCode: route({
    method: 'POST',
    path: '/api/developer/loginCode',
    title: '开发者验证短信验证码',
    ...publicRoute,
    withoutKey,
    body: z.object({ ticket, code: codeForm.shape.code, trust: z.boolean().default(false) }),
    data: outsideSignIn,
  }),
  developerFirstPwd: route({
    method: 'POST',
    path: '/api/developer/firstPwd',
    title: '开发者首次修改密码',
    ...publicRoute,
    withoutKey,
    body: firstPassword,
    data: outsideSignIn,
  }),
  developerForgotPwd: route({
    method: 'POST',
    path: '/api/developer/forgotPwd',
    title: '开发者找回密码',
    ...publicRoute,
    withoutKey: 'limited per minute, hour and day',
    body: phoneForm,
    data: z.object({ ticket: z.string(), retryAfter: z.int() }),
  }),
  developerResetPwd: route({
    method: 'POST',
    path: '/api/developer/resetPwd',
    title: '开发者重设密码',
    ...publicRoute,
    withoutKey: 'no session yet; the code works once',
    body: z.object({ ticket, code: codeForm.shape.code, newPwd: newPassword }),
    data: z.null(),
  }),
  developerUpdatePwd: route({
    method: 'POST',
    path: '/api/developer/updatePwd',
    title: '开发者修改密码',
    ...developerRoute,
    body: passwordForm,
    data: z.null(),
  }),
  developerUser: route({
    method: 'GET',
    path: '/api/developer/loginInfo',
    title: '开发者登录信息',
    ...developerRoute,
    data: outsideUser,
  }),
  developerLogout: route({
    method: 'POST',
    path: '/api/developer/logout',
    title: '开发者退出登录',
    ...developerRoute,
    data: z.null(),
  }),
}
