import { z } from 'zod'
import { idOf, idOrEmptyOf, upload } from '#packages/contract'
import { idCardSex, isIdCard, isMobile } from '#packages/core'
import { menuModule } from '#kernel/access/contract.ts'
import { newPassword } from '#kernel/identity/contract.ts'

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
  /** The post: 校长. Empty for families, and without a post. */
  post: z.string(),
  /** URL of the picture, or empty. */
  avatar: z.string(),
  /** Has a management role in this organisation. */
  isManager: z.boolean(),
  /** The home organisation during a visit; otherwise empty. */
  homeOrgName: z.string(),
  /** Whether a DingTalk account is bound and can be unbound. */
  isBound: z.boolean(),
}

/** 外观: light, dark, or as the device is set. */
export const theme = z.enum(['light', 'dark', 'system'])

export const verificationMethod = z.enum(['sms', 'totp', 'passkey'])
export type VerificationMethod = z.output<typeof verificationMethod>

/**
 * The answer of every sign-in method. With `needMsg` there is no token and no name yet: the code has to be entered
 * first. With `mustChangePassword` or `needFillIdCard` the token is valid only for that step and for signing out.
 */
export const loginResult = z
  .object({
    ...identity,
    theme,
    modules: z.array(menuModule),
    switchoverOrg: zeroOne,
    needFillIdCard: z.boolean(),
    mustChangePassword: z.boolean(),
    /** Masked. */
    phone: z.string(),
    ip: z.string(),
    /** Only one factor was proved: permissions that need two are missing in this session. */
    isWeak: z.boolean(),
    needMsg: z.boolean(),
    /** With `needMsg`: whether trusting this browser avoids the next second step. */
    offersTrust: z.boolean(),
    /** The delivery state of a code; never the code. */
    msgCode: z.string(),
    msgId: z.string(),
    /** Methods for the second step: SMS code, authenticator code, passkey. Empty unless one is needed. */
    methods: z.array(verificationMethod),
    token: z.string(),
    tokenExpirationTime: z.string(),
  })
  .meta({ id: 'LoginResult' })
export type LoginResult = z.output<typeof loginResult>

export const loginInfo = z
  .object({
    ...identity,
    /** Masked. */
    mobile: z.string(),
    idCard: z.string(),
    sex: z.enum(['男', '女', '']),
    switchoverOrg: zeroOne,
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

const phone = z.string().trim().refine(isMobile, '请输入正确的手机号')
export const phoneForm = z.object({ phone })
export const codeForm = z.object({ code: z.string().regex(/^\d{6}$/, '请输入6位验证码') })
export const msgId = z.string().min(1).max(80)

export const idCardForm = z.object({
  idCard: z.string().trim().min(1, '身份证号不能为空').refine(isIdCard, '请输入正确的身份证'),
})

const again = { path: ['confirmPwd'], error: '重复密码与密码不一致' }
export const passwordForm = z
  .object({
    oldPwd: z.string().min(1, '请输入原密码').max(128),
    newPwd: newPassword,
    confirmPwd: z.string().min(1, '请输入重复密码').max(128),
  })
  .refine((form) => form.newPwd === form.confirmPwd, again)

export const resetForm = z.object({
  codeKey: msgId,
  phone,
  code: codeForm.shape.code,
  checkKey: z.string().min(1).max(80),
  newPwd: newPassword,
})

/** Details that users may change themselves. Empty keeps the present value. */
export const infoForm = z
  .object({
    fSex: z.enum(['男', '女', '']).default(''),
    fPhone: z
      .string()
      .trim()
      .refine((value) => value === '' || isMobile(value), '请输入正确的手机号')
      .default(''),
    fidCard: z
      .string()
      .trim()
      .refine((value) => value === '' || isIdCard(value), '请输入正确的身份证')
      .default(''),
    /** Needed for a new phone number, after -7: the id of the code and the code. */
    msgId: msgId.optional(),
    code: z.string().optional(),
    file: upload({ maxBytes: 1024 * 1024, tooLarge: '上传头像图片大小不能超过 1MB!' }).optional(),
  })
  .refine((form) => !form.fSex || !form.fidCard || idCardSex(form.fidCard) === form.fSex, {
    path: ['fSex'],
    error: '性别与身份证号性别不符',
  })

/** 0 waiting, 1 scanned, 2 confirmed, 3 expired, 4 cancelled. */
export const qrState = z.literal([0, 1, 2, 3, 4])
export const qrCode = z.string().regex(/^[\w-]{22}$/, '二维码无效')
