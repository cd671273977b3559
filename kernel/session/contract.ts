import { z } from 'zod'
import { idOf, idOrEmptyOf, routesOf } from '#packages/contract'
import { menuModule } from '#kernel/access/contract.ts'
import { manifest } from './manifest.ts'

const zeroOne = z.literal([0, 1])

const identity = {
  userId: idOf('membership'),
  userInfoId: idOf('person'),
  orgType: z.int(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  orgParentId: idOrEmptyOf('organisation'),
  realName: z.string(),
  userType: z.int(),
  avatar: z.string(),
  /** Holds a management role in this organisation. */
  isManager: z.boolean(),
}

const loginResult = z
  .object({
    ...identity,
    modules: z.array(menuModule),
    switchoverOrg: zeroOne,
    needFillIdCard: z.boolean(),
    mustChangePassword: z.boolean(),
    /** Masked. */
    phone: z.string(),
    ip: z.string(),
    needMsg: z.boolean(),
    msgCode: z.string(),
    msgId: z.string(),
    token: z.string(),
    tokenExpirationTime: z.iso.datetime(),
  })
  .meta({ id: 'LoginResult' })
export type LoginResult = z.output<typeof loginResult>

const loginInfo = z
  .object({
    ...identity,
    /** Masked. */
    mobile: z.string(),
    /** 0 none, 1 of the organisation, 2 of the district, 3 of the platform. */
    isAdmin: z.literal([0, 1, 2, 3]),
    classIds: z.array(idOf('class')),
    subjectIds: z.array(idOf('subject')),
  })
  .meta({ id: 'LoginInfo' })
export type LoginInfo = z.output<typeof loginInfo>

export const loginForm = z.object({
  userName: z.string().trim().min(1, '请输入用户名').max(60, '用户名过长'),
  userPwd: z.string().min(1, '请输入密码').max(128, '密码过长'),
})
export type LoginForm = z.output<typeof loginForm>

const route = routesOf(manifest)

export const sessionApi = {
  login: route({
    method: 'POST',
    path: '/api/users/login',
    title: '密码登录',
    access: 'public',
    ownTransactions: true,
    body: loginForm,
    data: loginResult,
  }),
  // Spelt as the specification spells it.
  loginInfo: route({
    method: 'GET',
    path: '/api/users/loginInof',
    title: '当前登录信息',
    access: 'staff',
    data: loginInfo,
  }),
  logout: route({ method: 'POST', path: '/api/users/logout', title: '退出登录', access: 'signed-in', data: z.null() }),
}
