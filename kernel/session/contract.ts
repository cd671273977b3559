import { z } from 'zod'
import { idOf } from '#packages/contract'
import { switchNode } from '#kernel/org/contract.ts'
import { secondFactorRoutes } from './contract-second-factors.ts'
import { signInRoutes, signedInRoute, deprecatedRoute, ownSessionRoute, route, usersPath } from './contract-sign-in.ts'
import { idCardForm, infoForm, loginInfo, loginResult, passwordForm, theme } from './contract-forms.ts'

export {
  codeForm,
  idCardForm,
  infoForm,
  loginForm,
  loginResult,
  passwordForm,
  phoneForm,
  resetForm,
  type LoginForm,
  type LoginInfo,
  type LoginResult,
  type VerificationMethod,
} from './contract-forms.ts'
export { outsideApi, type OutsideSignInResult, type OutsideUser } from './contract-outside.ts'
export { passkeyName, type SecondFactors, type PasskeyItem } from './contract-second-factors.ts'

const device = z.object({
  id: idOf('session'),
  isCurrent: z.boolean(),
  device: z.string(),
  network: z.string(),
  orgName: z.string(),
  signInMethod: z.string(),
  signedInAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
})
export type Device = z.output<typeof device>

const signIn = z.object({
  at: z.iso.datetime(),
  signInMethod: z.string(),
  device: z.string(),
  network: z.string(),
  /** The sign-in of this session. */
  isHere: z.boolean(),
})
export type SignIn = z.output<typeof signIn>

const target = z.object({ id: idOf('organisation'), name: z.string(), orgType: z.int(), path: z.string() })
export type SwitchTarget = z.output<typeof target>

const signedInRoutes = {
  // Spelling of the specification.
  loginInfo: route({
    method: 'GET',
    path: `${usersPath}/loginInof`,
    title: '当前登录信息',
    access: 'signed-in',
    duringFirstSteps: true,
    forApplications: true,
    data: loginInfo,
  }),
  logout: route({
    method: 'POST',
    path: `${usersPath}/logout`,
    title: '退出登录',
    access: 'signed-in',
    duringFirstSteps: true,
    forApplications: true,
    data: z.null(),
  }),
  devices: route({
    method: 'GET',
    path: `${usersPath}/devices`,
    title: '我的登录设备',
    access: 'signed-in',
    data: z.array(device),
  }),
  mySignIns: route({
    method: 'GET',
    path: `${usersPath}/mySignIns`,
    title: '我最近的登录',
    access: 'signed-in',
    data: z.array(signIn),
  }),
  /** Accounts in scope with a sign-in from a new browser in the last seven days. */
  newDevices: route({
    method: 'GET',
    path: `${usersPath}/newDevices`,
    title: '新设备登录',
    access: 'login.watch',
    data: z.object({
      count: z.int(),
      items: z.array(z.object({ name: z.string(), orgName: z.string(), device: z.string(), at: z.iso.datetime() })),
    }),
  }),
  endDevice: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/endDevice`,
    title: '退出某个设备',
    access: 'signed-in',
    body: z.object({ id: idOf('session') }),
    data: z.null(),
  }),
  endOtherDevices: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/endOtherDevices`,
    title: '退出其他全部设备',
    access: 'signed-in',
    data: z.object({ ended: z.int() }),
  }),
  unbindWorkplace: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/dd/unbind`,
    title: '解除钉钉绑定',
    access: 'signed-in',
    ownTransactions: true,
    data: z.null(),
  }),
  issueTicket: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/issueTicket`,
    title: '打开应用的一次性票据',
    ...signedInRoute,
    withoutKey: 'another ticket of a minute',
    /** A portal URL or one of a listed application; `{u_t}` in it is replaced. */
    body: z.object({ redirectUrl: z.string().max(2000) }),
    /** The target URL. */
    data: z.object({ url: z.string() }),
  }),
  switchTargets: route({
    method: 'GET',
    path: `${usersPath}/switchTargets`,
    title: '可切换的组织',
    access: 'staff',
    ownTransactions: true,
    query: z.object({ keyword: z.string().trim().max(50).default('') }),
    data: z.object({
      current: target,
      /** The home organisation, during a visit. */
      home: target.nullable(),
      own: z.array(target),
      recent: z.array(target),
      found: z.array(target),
    }),
  }),
  /** Organisations to switch to, as a tree: those in the scope of `org.visit`, and those of own memberships. */
  baseTree: route({
    method: 'GET',
    path: '/api/orgs/getBaseTree',
    title: '组织切换树',
    access: 'staff',
    ownTransactions: true,
    data: z.array(switchNode),
  }),
  switchOrg: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/switchoverOrg`,
    title: '切换组织',
    access: 'staff',
    ownTransactions: true,
    withoutKey: 'another session of the same place; the one before ends within a minute',
    /** After -7: the SMS code that the target's rules require. */
    body: z.object({
      orgId: idOf('organisation'),
      msgId: z.string().max(80).optional(),
      code: z.string().max(10).optional(),
    }),
    data: loginResult,
  }),
  switchOrgByGet: route({
    ...ownSessionRoute,
    method: 'GET',
    path: `${usersPath}/switchoverOrg`,
    title: '切换组织（旧）',
    access: 'staff',
    ownTransactions: true,
    ...deprecatedRoute,
    query: z.object({ orgId: idOf('organisation') }),
    data: loginResult,
  }),
  changeIdCard: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/changeIdCard`,
    title: '填写身份证号',
    ...signedInRoute,
    duringFirstSteps: true,
    query: z.object({ idCard: z.string().optional() }),
    body: idCardForm.optional(),
    /** The same for known and unknown numbers. */
    data: z.null(),
  }),
  updatePwd: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/updatePwd`,
    title: '修改密码',
    ...signedInRoute,
    duringFirstSteps: true,
    body: passwordForm,
    data: z.null(),
  }),
  updateInfo: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/updateInfo`,
    title: '修改个人信息',
    ...signedInRoute,
    multipart: true,
    body: infoForm,
    data: z.null(),
  }),
  saveTheme: route({
    ...ownSessionRoute,
    method: 'POST',
    path: `${usersPath}/saveTheme`,
    title: '保存外观',
    access: 'signed-in',
    quiet: true,
    withoutKey: 'the same theme again',
    body: z.object({ theme }),
    data: z.null(),
  }),
  avatar: route({
    method: 'GET',
    path: `${usersPath}/avatar`,
    title: '头像',
    ...signedInRoute,
    raw: true,
    duringFirstSteps: true,
    query: z.object({ userId: idOf('membership').optional(), t: z.string().max(40).optional() }),
    data: z.any(),
  }),
}

export const sessionApi = { ...signInRoutes, ...signedInRoutes, ...secondFactorRoutes }
