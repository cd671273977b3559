import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { newPassword } from '#kernel/identity/contract.ts'
import { codeForm, loginForm, loginResult, msgId, phoneForm, qrCode, qrState, resetForm } from './contract-forms.ts'
import { manifest } from './manifest.ts'

const code = { query: z.object({ code: qrCode }) }

const requestingBrowser = z.object({
  /** The two digits that the other screen shows. */
  number: z.string(),
  device: z.string(),
  network: z.string(),
  requestedAt: z.iso.datetime(),
  secondsLeft: z.int(),
  /** A network that this account has not used: the page warns, and an SMS code is needed. */
  isUnusual: z.boolean(),
})

/** `sent`, `waiting` (a code was sent less than a minute ago), or `failed`. */
const sending = z.object({ msgCode: z.enum(['sent', 'waiting', 'failed']), retryAfter: z.int() })

export const route = routesOf(manifest)
export const publicRoute = { access: 'public', ownTransactions: true } as const
export const signedInRoute = { access: 'signed-in', ownTransactions: true } as const
/** In the specification, for old clients: off unless the installation enables it. */
export const deprecatedRoute = { deprecated: true } as const
/** Only from the portal session, not from an application session. */
export const ownSessionRoute = { ownSessionOnly: true } as const
export const usersPath = '/api/users' as const

export const signInRoutes = {
  login: route({
    method: 'POST',
    path: `${usersPath}/login`,
    title: '密码登录',
    ...publicRoute,
    withoutKey: 'no session yet; a second one is listed among the devices',
    body: loginForm,
    data: loginResult,
  }),
  loginByQuery: route({
    method: 'GET',
    path: `${usersPath}/login`,
    title: '密码登录（旧）',
    ...publicRoute,
    ...deprecatedRoute,
    query: loginForm,
    data: loginResult,
  }),
  userLogin: route({
    method: 'POST',
    path: `${usersPath}/userLogin`,
    title: '学生与家长登录',
    ...publicRoute,
    withoutKey: 'no session yet; a second one is listed among the devices',
    body: loginForm,
    data: loginResult,
  }),
  /** For any number; its owner becomes a guardian after the code. `sendMsgCode` sends the code. */
  familySms: route({
    method: 'POST',
    path: `${usersPath}/userSmsLogin`,
    title: '家长短信登录或注册',
    ...publicRoute,
    withoutKey: 'no session yet; a code is sent once a minute',
    body: phoneForm,
    data: z.object({ msgId: z.string(), retryAfter: z.int() }),
  }),
  familyCode: route({
    method: 'POST',
    path: `${usersPath}/userCheckCode`,
    title: '核对家长短信验证码',
    ...publicRoute,
    withoutKey: 'no session yet; a code is valid once',
    body: z.object({ msgId, code: codeForm.shape.code }),
    data: loginResult,
  }),
  /**
   * A pupil opens the account, or sets a new password, with the login name and code of the account slip. The 学籍号 also
   * works as a name.
   */
  activatePupil: route({
    method: 'POST',
    path: `${usersPath}/activatePupil`,
    title: '学生账号激活',
    ...publicRoute,
    withoutKey: 'no session yet; the code of a slip is valid once',
    body: z.object({
      userName: z.string().trim().min(1, '请填写用户名').max(30),
      code: z.string().trim().toUpperCase().min(1, '请填写激活码').max(20),
      password: newPassword,
    }),
    data: loginResult,
  }),
  captcha: route({
    method: 'GET',
    path: `${usersPath}/captcha`,
    title: '图形验证码',
    ...publicRoute,
    query: z.object({ kind: z.enum(['image', 'text']).default('image') }),
    /** An image, or a text question for those who cannot read it. */
    data: z.object({ codeKey: z.string(), imgUrl: z.string(), relativeUrl: z.string(), question: z.string() }),
  }),
  captchaImage: route({
    method: 'GET',
    path: `${usersPath}/captchaImage`,
    title: '验证码图片',
    ...publicRoute,
    raw: true,
    query: z.object({ codeKey: z.string().max(60) }),
    data: z.any(),
  }),
  smsLogin: route({
    method: 'POST',
    path: `${usersPath}/smsLogin`,
    title: '短信登录',
    ...publicRoute,
    withoutKey: 'no session yet; a code is sent once a minute',
    body: phoneForm,
    data: z.object({ msgId: z.string(), retryAfter: z.int() }),
  }),
  sendMsgCode: route({
    method: 'POST',
    path: `${usersPath}/sendMsgCode`,
    title: '发送短信验证码',
    ...publicRoute,
    withoutKey: 'no session yet; a code is sent once a minute',
    query: z.object({ msgId: msgId.optional() }),
    body: z.object({ msgId }).optional(),
    data: sending,
  }),
  sendMsgCodeByGet: route({
    method: 'GET',
    path: `${usersPath}/sendMsgCode`,
    title: '发送短信验证码（旧）',
    ...publicRoute,
    ...deprecatedRoute,
    query: z.object({ msgId }),
    data: sending,
  }),
  checkCode: route({
    method: 'POST',
    path: `${usersPath}/checkCode`,
    title: '核对短信验证码',
    ...publicRoute,
    withoutKey: 'no session yet; a code is valid once',
    query: z.object({ msgId: msgId.optional(), code: z.string().max(10).optional() }),
    /** `trust`: no second step on this device for 30 days. */
    body: z.object({ msgId, code: codeForm.shape.code, trust: z.boolean().default(false) }).optional(),
    data: loginResult,
  }),
  transferLogin: route({
    method: 'POST',
    path: `${usersPath}/transferLogin`,
    title: '从其他系统登录',
    ...publicRoute,
    withoutKey: 'no session yet; a second one is listed among the devices',
    body: z.object({ ticket: z.string().min(1).max(4000) }),
    data: loginResult,
  }),
  forgotPwd: route({
    method: 'POST',
    path: `${usersPath}/forgotPwd`,
    title: '忘记密码',
    ...publicRoute,
    withoutKey: 'no session yet; a code is sent once a minute',
    query: z.object({ phone: z.string().optional() }),
    body: phoneForm.optional(),
    data: z.object({
      codeKey: z.string(),
      phone: z.string(),
      code: z.literal(''),
      checkKey: z.string(),
      newPwd: z.literal(''),
      retryAfter: z.int(),
    }),
  }),
  forgotPwdReset: route({
    method: 'POST',
    path: `${usersPath}/forgotPwdReset`,
    title: '重设密码',
    ...publicRoute,
    withoutKey: 'no session yet; a code is valid once',
    body: resetForm,
    data: z.null(),
  }),
  loginQrCode: route({
    method: 'GET',
    path: `${usersPath}/loginQrCode`,
    title: '登录二维码',
    ...publicRoute,
    /** `url` is the content of the QR code, `time` its lifetime in seconds, `number` must appear on the phone too. */
    data: z.object({ code: z.string(), url: z.string(), time: z.int(), number: z.string() }),
  }),
  checkQrCode: route({
    method: 'GET',
    path: `${usersPath}/checkQrCode`,
    title: '二维码状态',
    ...publicRoute,
    query: z.object({ code: z.string().max(60) }),
    data: qrState,
  }),
  scanQrCode: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/scanQrCode`,
    title: '扫描登录二维码',
    ...signedInRoute,
    access: 'staff',
    ...code,
    data: requestingBrowser,
  }),
  setQrCode: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/setQrCode`,
    title: '确认扫码登录',
    ...signedInRoute,
    access: 'staff',
    ...code,
    /** Without a body it confirms, as specified. */
    body: z
      .object({ cancel: z.boolean().default(false), msgId: msgId.optional(), code: z.string().optional() })
      .optional(),
    data: z.null(),
  }),
  qrLogin: route({
    method: 'POST',
    path: `${usersPath}/qrLogin`,
    title: '扫码登录',
    ...publicRoute,
    withoutKey: 'no session yet; a QR code is valid once',
    body: z.object({ code: qrCode }),
    data: loginResult,
  }),
  qrLoginByGet: route({
    method: 'GET',
    path: `${usersPath}/qrLogin`,
    title: '扫码登录（旧）',
    ...publicRoute,
    ...deprecatedRoute,
    ...code,
    data: loginResult,
  }),
  exchangeTicket: route({
    method: 'POST',
    path: `${usersPath}/exchangeTicket`,
    title: '用一次性票据换取会话',
    ...publicRoute,
    withoutKey: 'no session yet; a ticket is valid once',
    /** Without `confirm` a ticket of another person than `userId` is not consumed, because the page asks first. */
    body: z.object({
      ticket: z.string().max(80),
      app: z.string().max(60),
      userId: z.string().max(40),
      confirm: z.boolean(),
    }),
    data: z.object({
      needsConfirm: z.boolean(),
      realName: z.string(),
      orgName: z.string(),
      session: loginResult.nullable(),
    }),
  }),
}
