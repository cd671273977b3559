import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { invitationPreview, invitedIds } from './contract-forms.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const one = z.object({ id: idOf('membership') })

/** Accounts: passwords, second factors and invitations. */
export const accountRoutes = {
  /** Sets a temporary password, returned once, and ends all sessions of the person. */
  resetPassword: route({
    method: 'POST',
    path: '/api/users/resetPwd',
    title: '重置密码',
    access: 'user.reset',
    ownTransactions: true,
    secretAnswer: true,
    body: one,
    data: z.object({ password: z.string() }),
  }),
  /** The same, but the password is only sent to the mobile on file. */
  resetPasswordBySms: route({
    method: 'POST',
    path: '/api/users/resetPwdBySms',
    title: '重置密码并发短信',
    access: 'user.reset',
    ownTransactions: true,
    body: one,
    data: z.object({ sentTo: z.string() }),
  }),
  /** For a person who lost the phone: keeps the password, removes 动态口令 and 通行密钥. */
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
   * Creates an invitation token, with which the person chooses a login name and a password. Earlier tokens stay valid
   * until the person gets a membership in another organisation.
   */
  invite: route({
    method: 'POST',
    path: '/api/users/invite',
    title: '邀请开通账号',
    access: 'user.reset',
    secretAnswer: true,
    body: z.object({ ids: invitedIds }),
    /** People with an account are omitted. */
    data: z.array(z.object({ id: idOf('membership'), name: z.string(), orgName: z.string(), token: z.string() })),
  }),
  /** The people who would be invited, and the possible channels. */
  invitePreview: route({
    method: 'POST',
    path: '/api/users/invitePreview',
    title: '预览邀请',
    access: 'user.reset',
    readOnly: true,
    body: z.object({ ids: invitedIds }),
    data: invitationPreview,
  }),
  /** Sends the links to the mobile on file, so that only the recipients see them. */
  sendInvitations: route({
    method: 'POST',
    path: '/api/users/sendInvitations',
    title: '发送邀请',
    access: 'user.reset',
    ownTransactions: true,
    body: z.object({ ids: invitedIds, channel: z.enum(['sms', 'dingtalk']) }),
    /** People who cannot be invited are omitted; `reason` says why a message was not sent and is empty otherwise. */
    data: z.array(z.object({ id: idOf('membership'), name: z.string(), reason: z.string() })),
  }),
}
