import type { FastifyInstance } from 'fastify'
import { invalid } from '#packages/core'
import { mount } from '#packages/http'
import { codeForm, idCardForm, phoneForm, sessionApi as api } from '../contract.ts'
import { drawCaptcha, makeCaptcha } from './service/captcha.ts'
import { beginByPhone, sendCode, signInByCode } from './service/codes.ts'
import { endDevice, endOtherDevices, listDevices, listNewDevices, listSignIns, signOut } from './service/devices.ts'
import { activatePupil, sendFamilyCode, signInAsGuardian } from './service/family-doors.ts'
import {
  addPasskey,
  askForNewPasskey,
  beginTotp,
  confirmTotp,
  listFactors,
  removePasskey,
  removeTotp,
} from './service/factors.ts'
import { forgetPassword, resetPassword } from './service/forgotten.ts'
import { exchangeTicket, issueTicket } from './service/hand-over.ts'
import { readLoginInfo } from './service/info.ts'
import { askForPasskey, provePasskey } from './service/passkeys.ts'
import { signInByPassword } from './service/password.ts'
import { changeIdCard, readAvatarOf, updateInfo, updatePassword } from './service/profile.ts'
import { decideQrCode, makeQrCode, readQrState, scanQrCode, signInByQrCode } from './service/qr.ts'
import { readBaseTree, readSwitchTargets, switchOrganisation } from './service/switching.ts'
import { signInByTransfer } from './service/transfer.ts'
import { fromQuery } from './settings.ts'

export function sessionRoutes(app: FastifyInstance) {
  doors(app)
  qrDoor(app)
  factors(app)
  mount(app, api.loginInfo, (ctx) => readLoginInfo(ctx))
  mount(app, api.logout, (ctx) => signOut(ctx))
  mount(app, api.devices, (ctx) => listDevices(ctx))
  mount(app, api.mySignIns, (ctx) => listSignIns(ctx))
  mount(app, api.newDevices, (ctx) => listNewDevices(ctx))
  mount(app, api.endDevice, (ctx, { body }) => endDevice(ctx, body.id))
  mount(app, api.endOtherDevices, (ctx) => endOtherDevices(ctx))
  mount(app, api.issueTicket, (ctx, { body }) => issueTicket(ctx, body.redirectUrl))
  mount(app, api.switchTargets, (ctx, { query }) => readSwitchTargets(ctx, query.keyword))
  mount(app, api.baseTree, (ctx) => readBaseTree(ctx))
  mount(app, api.switchOrg, (ctx, { body }) => switchOrganisation(ctx, body.orgId, body))
  mount(app, api.switchOrgByGet, async (ctx, { query }) => switchOrganisation(ctx, fromQuery(query.orgId)))
  mount(app, api.changeIdCard, (ctx, { query, body }) =>
    changeIdCard(ctx, checked(idCardForm.shape.idCard, 'idCard', body?.idCard ?? fromQuery(query.idCard))),
  )
  mount(app, api.updatePwd, (ctx, { body }) => updatePassword(ctx, body))
  mount(app, api.updateInfo, (ctx, { body }) => updateInfo(ctx, body))
  mount(app, api.avatar, (ctx, { query }) => readAvatarOf(ctx, query.userId))
}

function doors(app: FastifyInstance) {
  mount(app, api.login, (ctx, { body }) => signInByPassword(ctx, body))
  mount(app, api.loginByQuery, async (ctx, { query }) => signInByPassword(ctx, fromQuery(query)))
  mount(app, api.userLogin, (ctx, { body }) => signInByPassword(ctx, body, { isFamily: true }))
  mount(app, api.familySms, (ctx, { body }) => sendFamilyCode(ctx, body.phone))
  mount(app, api.familyCode, (ctx, { body }) => signInAsGuardian(ctx, body.msgId, body.code))
  mount(app, api.activatePupil, (ctx, { body }) => activatePupil(ctx, body))
  mount(app, api.captcha, (ctx, { query }) => makeCaptcha(ctx, query.kind))
  mount(app, api.captchaImage, (ctx, { query }) => drawCaptcha(ctx, query.codeKey))
  mount(app, api.smsLogin, async (ctx, { body }) => {
    const { word, retryAfter } = await beginByPhone(ctx, body.phone, 'sms-login')
    return { msgId: word, retryAfter }
  })
  mount(app, api.sendMsgCode, (ctx, { query, body }) => sendCode(ctx, body?.msgId ?? query.msgId ?? ''))
  mount(app, api.sendMsgCodeByGet, async (ctx, { query }) => sendCode(ctx, fromQuery(query.msgId)))
  mount(app, api.checkCode, async (ctx, { query, body }) => {
    const { msgId = '', code = '', trust } = body ?? { ...fromQuery(query), trust: false }
    return signInByCode(ctx, msgId, checked(codeForm.shape.code, 'code', code), trust)
  })
  mount(app, api.transferLogin, (ctx, { body }) => signInByTransfer(ctx, body.ticket))
  mount(app, api.forgotPwd, async (ctx, { query, body }) =>
    forgetPassword(ctx, checked(phoneForm.shape.phone, 'phone', body?.phone ?? fromQuery(query.phone))),
  )
  mount(app, api.forgotPwdReset, (ctx, { body }) => resetPassword(ctx, body))
  mount(app, api.exchangeTicket, (ctx, { body }) => exchangeTicket(ctx, body))
}

function factors(app: FastifyInstance) {
  mount(app, api.passkeyOptions, (ctx, { body }) => askForPasskey(ctx, body.msgId))
  mount(app, api.passkeyProof, (ctx, { body }) => provePasskey(ctx, body.msgId, body.answer))
  mount(app, api.factors, (ctx) => listFactors(ctx))
  mount(app, api.totpBegin, (ctx, { body }) => beginTotp(ctx, body))
  mount(app, api.totpConfirm, (ctx, { body }) => confirmTotp(ctx, body.code))
  mount(app, api.totpRemove, (ctx, { body }) => removeTotp(ctx, body))
  mount(app, api.passkeyBegin, (ctx, { body }) => askForNewPasskey(ctx, body))
  mount(app, api.passkeyAdd, (ctx, { body }) => addPasskey(ctx, body.answer, body.name))
  mount(app, api.passkeyRemove, (ctx, { body }) => removePasskey(ctx, body.id, body))
}

function qrDoor(app: FastifyInstance) {
  mount(app, api.loginQrCode, (ctx) => makeQrCode(ctx))
  mount(app, api.checkQrCode, (ctx, { query }) => readQrState(ctx, query.code))
  mount(app, api.scanQrCode, (ctx, { query }) => scanQrCode(ctx, query.code))
  mount(app, api.setQrCode, (ctx, { query, body }) => decideQrCode(ctx, query.code, body ?? { cancel: false }))
  mount(app, api.qrLogin, (ctx, { body }) => signInByQrCode(ctx, body.code))
  mount(app, api.qrLoginByGet, async (ctx, { query }) => signInByQrCode(ctx, fromQuery(query.code)))
}

interface Schema {
  safeParse(value: unknown): { data?: string | undefined; error?: { issues: { message: string }[] } | undefined }
}
function checked(schema: Schema, field: string, value: unknown): string {
  const { data, error } = schema.safeParse(value)
  if (data === undefined) throw invalid([{ field, msg: error?.issues[0]?.message ?? '填写有误' }])
  return data
}
