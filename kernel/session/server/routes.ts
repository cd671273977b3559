import type { FastifyInstance } from 'fastify'
import { invalid } from '#packages/core'
import { mount } from '#packages/http'
import { updateOwnTheme } from '#kernel/identity/server/api.ts'
import { codeForm, idCardForm, phoneForm, sessionApi as api } from '../contract.ts'
import { mountOutsideRoutes } from './outside-routes.ts'
import { unbindWorkplaceUser } from './service/bind-workplace.ts'
import { drawCaptcha, createCaptcha } from './service/captcha.ts'
import { beginCodeByPhone, sendTicketCode, signInByCode } from './service/one-time-codes.ts'
import { endDevice, endOtherDevices, listDevices, listNewDevices, listSignIns, signOut } from './service/devices.ts'
import { activatePupil, sendFamilyCode, signInAsGuardian } from './service/family-sign-in.ts'
import {
  addPasskey,
  beginAddPasskey,
  beginTotp,
  confirmTotp,
  listFactors,
  removePasskey,
  removeTotp,
} from './service/manage-second-factors.ts'
import { beginPasswordReset, resetOwnPassword } from './service/reset-password.ts'
import { exchangeApplicationTicket, issueApplicationTicket } from './service/application-tickets.ts'
import { getLoginInfo } from './service/login-info.ts'
import { beginPasskeyVerification, checkPasskeyAnswer } from './service/passkeys.ts'
import { signInByPassword } from './service/password-sign-in.ts'
import { changeIdCard, getAvatar, updateInfo, updatePassword } from './service/profile.ts'
import { decideQrCode, createQrCode, getQrState, scanQrCode, signInByQrCode } from './service/qr-sign-in.ts'
import { getSwitchTree, listSwitchTargets, switchOrganisation } from './service/switch-organisation.ts'
import { signInByTransfer } from './service/transfer-sign-in.ts'
import { allowQueryValue } from './settings.ts'

export function mountSessionRoutes(app: FastifyInstance) {
  mountSignInRoutes(app)
  mountQrRoutes(app)
  mountSecondFactorRoutes(app)
  mountOutsideRoutes(app)
  mount(app, api.loginInfo, (ctx) => getLoginInfo(ctx))
  mount(app, api.logout, (ctx) => signOut(ctx))
  mount(app, api.devices, (ctx) => listDevices(ctx))
  mount(app, api.mySignIns, (ctx) => listSignIns(ctx))
  mount(app, api.newDevices, (ctx) => listNewDevices(ctx))
  mount(app, api.endDevice, (ctx, { body }) => endDevice(ctx, body.id))
  mount(app, api.endOtherDevices, (ctx) => endOtherDevices(ctx))
  mount(app, api.unbindWorkplace, (ctx) => unbindWorkplaceUser(ctx, api.unbindWorkplace))
  mount(app, api.issueTicket, (ctx, { body }) => issueApplicationTicket(ctx, body.redirectUrl))
  mount(app, api.switchTargets, (ctx, { query }) => listSwitchTargets(ctx, query.keyword))
  mount(app, api.baseTree, (ctx) => getSwitchTree(ctx))
  mount(app, api.switchOrg, (ctx, { body }) => switchOrganisation(ctx, body.orgId, body))
  mount(app, api.switchOrgByGet, async (ctx, { query }) => switchOrganisation(ctx, allowQueryValue(ctx, query.orgId)))
  mount(app, api.changeIdCard, (ctx, { query, body }) =>
    changeIdCard(
      ctx,
      parseField(idCardForm.shape.idCard, 'idCard', body?.idCard ?? allowQueryValue(ctx, query.idCard)),
    ),
  )
  mount(app, api.updatePwd, (ctx, { body }) => updatePassword(ctx, body))
  mount(app, api.updateInfo, (ctx, { body }) => updateInfo(ctx, body))
  mount(app, api.saveTheme, async (ctx, { body }) => {
    await updateOwnTheme(ctx, body.theme)
    return null
  })
  mount(app, api.avatar, (ctx, { query }) => getAvatar(ctx, query.userId))
}

function mountSignInRoutes(app: FastifyInstance) {
  mount(app, api.login, (ctx, { body }) => signInByPassword(ctx, body))
  mount(app, api.loginByQuery, async (ctx, { query }) => signInByPassword(ctx, allowQueryValue(ctx, query)))
  mount(app, api.userLogin, (ctx, { body }) => signInByPassword(ctx, body, { isFamily: true }))
  mount(app, api.familySms, (ctx, { body }) => sendFamilyCode(ctx, body.phone))
  mount(app, api.familyCode, (ctx, { body }) => signInAsGuardian(ctx, body.msgId, body.code))
  mount(app, api.activatePupil, (ctx, { body }) => activatePupil(ctx, body))
  mount(app, api.captcha, (ctx, { query }) => createCaptcha(ctx, query.kind))
  mount(app, api.captchaImage, (ctx, { query }) => drawCaptcha(ctx, query.codeKey))
  mount(app, api.smsLogin, async (ctx, { body }) => {
    const { token, retryAfter } = await beginCodeByPhone(ctx, body.phone, 'sms-login')
    return { msgId: token, retryAfter }
  })
  mount(app, api.sendMsgCode, (ctx, { query, body }) => sendTicketCode(ctx, body?.msgId ?? query.msgId ?? ''))
  mount(app, api.sendMsgCodeByGet, async (ctx, { query }) => sendTicketCode(ctx, allowQueryValue(ctx, query.msgId)))
  mount(app, api.checkCode, async (ctx, { query, body }) => {
    const { msgId = '', code = '', trust } = body ?? { ...allowQueryValue(ctx, query), trust: false }
    return signInByCode(ctx, msgId, parseField(codeForm.shape.code, 'code', code), trust)
  })
  mount(app, api.transferLogin, (ctx, { body }) => signInByTransfer(ctx, body.ticket))
  mount(app, api.forgotPwd, async (ctx, { query, body }) =>
    beginPasswordReset(
      ctx,
      parseField(phoneForm.shape.phone, 'phone', body?.phone ?? allowQueryValue(ctx, query.phone)),
    ),
  )
  mount(app, api.forgotPwdReset, (ctx, { body }) => resetOwnPassword(ctx, body))
  mount(app, api.exchangeTicket, (ctx, { body }) => exchangeApplicationTicket(ctx, body))
}

function mountSecondFactorRoutes(app: FastifyInstance) {
  mount(app, api.passkeyOptions, (ctx, { body }) => beginPasskeyVerification(ctx, body.msgId))
  mount(app, api.passkeyProof, (ctx, { body }) => checkPasskeyAnswer(ctx, body.msgId, body.answer))
  mount(app, api.factors, (ctx) => listFactors(ctx))
  mount(app, api.totpBegin, (ctx, { body }) => beginTotp(ctx, body))
  mount(app, api.totpConfirm, (ctx, { body }) => confirmTotp(ctx, body.code))
  mount(app, api.totpRemove, (ctx, { body }) => removeTotp(ctx, body))
  mount(app, api.passkeyBegin, (ctx, { body }) => beginAddPasskey(ctx, body))
  mount(app, api.passkeyAdd, (ctx, { body }) => addPasskey(ctx, body.answer, body.name))
  mount(app, api.passkeyRemove, (ctx, { body }) => removePasskey(ctx, body.id, body))
}

function mountQrRoutes(app: FastifyInstance) {
  mount(app, api.loginQrCode, (ctx) => createQrCode(ctx))
  mount(app, api.checkQrCode, (ctx, { query }) => getQrState(ctx, query.code))
  mount(app, api.scanQrCode, (ctx, { query }) => scanQrCode(ctx, query.code))
  mount(app, api.setQrCode, (ctx, { query, body }) => decideQrCode(ctx, query.code, body ?? { cancel: false }))
  mount(app, api.qrLogin, (ctx, { body }) => signInByQrCode(ctx, body.code))
  mount(app, api.qrLoginByGet, async (ctx, { query }) => signInByQrCode(ctx, allowQueryValue(ctx, query.code)))
}

interface Schema {
  safeParse(value: unknown): { data?: string | undefined; error?: { issues: { message: string }[] } | undefined }
}
function parseField(schema: Schema, field: string, value: unknown): string {
  const { data, error } = schema.safeParse(value)
  if (data === undefined) throw invalid([{ field, msg: error?.issues[0]?.message ?? '填写有误' }])
  return data
}
