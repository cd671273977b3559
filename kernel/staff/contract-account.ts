import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { invitationPreview, invitedIds } from './contract-forms.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const one = z.object({ id: idOf('membership') })

/** How people get in, and get in again. */
export const accountRoutes = {
  /** A new password that must be changed at once; it is told this one time. All sessions of the person end. */
  resetPassword: route({
    method: 'POST',
    path: '/api/users/resetPwd',
    title: '重置密码',
    access: 'user.reset',
    ownTransactions: true,
    body: one,
    data: z.object({ password: z.string() }),
  }),
  /** The same, told to nobody but the owner's mobile on file. */
  resetPasswordBySms: route({
    method: 'POST',
    path: '/api/users/resetPwdBySms',
    title: '重置密码并发短信',
    access: 'user.reset',
    ownTransactions: true,
    body: one,
    data: z.object({ sentTo: z.string() }),
  }),
  /** For somebody who has lost the phone: the password stays, 动态口令 and 通行密钥 are gone. */
  resetFactors: route({
    method: 'POST',
    path: '/api/users/resetFactors',
    title: '重置登录验证方式',
    access: 'user.reset',
    ownTransactions: true,
    body: one,
    data: z.null(),
  }),
  /**
   * The word of a link with which somebody chooses a login name and a password. The ones before it still work, until
   * the person gets a place elsewhere.
   */
  invite: route({
    method: 'POST',
    path: '/api/users/invite',
    title: '邀请开通账号',
    access: 'user.reset',
    secretAnswer: true,
    body: z.object({ ids: invitedIds }),
    /** Whoever has an account already is left out. */
    data: z.array(z.object({ id: idOf('membership'), name: z.string(), orgName: z.string(), token: z.string() })),
  }),
  /** Who would be invited, and by which ways. */
  invitePreview: route({
    method: 'POST',
    path: '/api/users/invitePreview',
    title: '预览邀请',
    access: 'user.reset',
    readOnly: true,
    body: z.object({ ids: invitedIds }),
    data: invitationPreview,
  }),
  /** The same links, sent to the mobile on file: nobody but their receivers sees them. */
  sendInvitations: route({
    method: 'POST',
    path: '/api/users/sendInvitations',
    title: '发送邀请',
    access: 'user.reset',
    ownTransactions: true,
    body: z.object({ ids: invitedIds, channel: z.enum(['sms', 'dingtalk']) }),
    /** Whoever cannot be invited is left out; `reason` says why it was not sent, and is empty where it was. */
    data: z.array(z.object({ id: idOf('membership'), name: z.string(), reason: z.string() })),
  }),
}
