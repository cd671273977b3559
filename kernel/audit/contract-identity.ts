import { z } from 'zod'
import { dayRange, enumOf, idOf, labels, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** Changes of how a person proves to be that person. */
export const identityKinds = labels({
  'password-changed': '修改密码',
  'password-reset': '重置密码',
  'phone-changed': '修改手机号',
  'id-card-kept': '登记身份证号',
  'id-card-claimed': '本人填报身份证号',
  'id-card-changed': '修改身份证号',
  'name-changed': '修改姓名',
  bound: '绑定钉钉',
  unbound: '解除绑定钉钉',
  'device-trusted': '信任设备',
  invited: '发出账号邀请',
  'second-step-exempted': '免除二次验证',
  'second-step-required': '恢复二次验证',
  'place-added': '新增任职',
  'place-ended': '结束任职',
  transferred: '调动',
  merged: '合并人员',
  unmerged: '撤销合并',
  'totp-added': '添加动态口令',
  'totp-removed': '移除动态口令',
  'passkey-added': '添加通行密钥',
  'passkey-removed': '移除通行密钥',
  locked: '密码登录锁定',
  'secret-rotated': '更换应用密钥',
  'secret-revoked': '作废应用密钥',
  'factors-reset': '重置登录验证方式',
  'administrator-given': '授予管理员角色',
  'administrator-taken': '收回管理员角色',
})
export type IdentityKind = keyof typeof identityKinds

const identityChange = z
  .object({
    id: idOf('identity-change'),
    at: z.iso.datetime(),
    kind: enumOf(identityKinds),
    personId: idOf('person'),
    personName: z.string(),
    /** The organisation in which the change was made. */
    orgName: z.string(),
    /** Empty if the person did it. */
    byName: z.string(),
    isOwn: z.boolean(),
    way: z.string(),
    /** Masked; empty where the log has no values. */
    before: z.string(),
    after: z.string(),
    address: z.string(),
    requestId: idOf('request'),
  })
  .meta({ id: 'IdentityChangeRow' })
export type IdentityChangeRow = z.output<typeof identityChange>

export const identityLogApi = {
  identityPage: route({
    method: 'GET',
    path: '/api/logs/identityPage',
    title: '身份认证调整日志',
    access: 'identity-log.read',
    query: pageQuery.extend({
      ...dayRange.shape,
      kind: enumOf(identityKinds).optional(),
      keyword: z.string().trim().max(50).optional(),
    }),
    data: pageOf(identityChange),
  }),
  identityDetail: route({
    method: 'GET',
    path: '/api/logs/identityDetail',
    title: '身份认证调整详情',
    access: 'identity-log.read',
    query: z.object({ id: idOf('identity-change') }),
    data: identityChange,
  }),
  identityTimeline: route({
    method: 'GET',
    path: '/api/logs/identityTimeline',
    title: '人员身份认证时间线',
    access: 'identity-log.read',
    query: z.object({ userId: idOf('person') }),
    data: z.array(identityChange),
  }),
}
