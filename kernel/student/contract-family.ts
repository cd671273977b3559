import { z } from 'zod'
import { defineEvent, enumOf, idOf, optionalIdOf, routesOf } from '#packages/contract'
import { isMobile } from '#packages/core'
import { relation } from './contract-fields.ts'
import { schoolDay } from './contract-my-classes.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const text = (most: number, title: string) => z.string().trim().max(most, `${title}不超过${most}字`)
const family = { access: 'family.use', audience: ['pupil', 'guardian'] } as const
const guardians = { access: 'family.use', audience: ['guardian'] } as const
/** A guardian names one of the bound children, which is always checked; for a pupil it is the own id. */
const child = { studentId: idOf('student') }

export const consentPurposes = {
  face: { title: '人脸照片', version: 1, about: '用于校门、宿舍等终端识别。不同意不影响入校，可刷卡或出示二维码。' },
  'image-public': { title: '照片公开展示', version: 1, about: '学校在荣誉榜、网站等公开展示孩子的照片或姓名。' },
  health: { title: '健康信息', version: 1, about: '学校登记过敏、疾病等信息，用于用餐和急救。' },
  location: { title: '位置信息', version: 1, about: '校车、活动签到时记录位置。' },
  'cross-app': { title: '提供给第三方应用', version: 1, about: '学校开通的第三方应用读取孩子的姓名和班级。' },
} as const
export type ConsentPurpose = keyof typeof consentPurposes
const purpose = enumOf(consentPurposes)

export const consentChanged = defineEvent(
  'consent.changed',
  z.object({ studentIds: z.array(idOf('student')), purpose }),
  { description: 'A consent for pupils was given or withdrawn.' },
)

/** The agreements required before any other use. A new version must be accepted again. */
export const agreements = {
  user: { title: '用户协议', version: 1, page: '/policy/user' },
  privacy: { title: '隐私政策', version: 1, page: '/policy/privacy' },
  children: { title: '儿童个人信息保护规则', version: 1, page: '/policy/children' },
} as const
export type AgreementKind = keyof typeof agreements
const agreementKind = enumOf(agreements)

/** Why nobody of a family can be notified. */
export const familyObstacles = {
  'no-guardian': '没有登记监护人',
  'not-bound': '家长未绑定',
  restricted: '监护受限',
  'no-consent': '家长未授权',
  left: '已离校',
} as const
export type FamilyObstacle = keyof typeof familyObstacles

export const childCard = z.object({
  id: idOf('student'),
  name: z.string(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  className: z.string(),
  relation: relation.nullable(),
  /** past: has left the school, readable for thirty days. Children with a pending bind request are not listed. */
  state: z.enum(['active', 'past']),
})
export type ChildCard = z.output<typeof childCard>

export const teacherContact = z.object({
  teacherType: z.int(),
  subjectName: z.string(),
  userID: idOf('membership'),
  teacherName: z.string(),
  mobilePhone: z.string(),
  phone: z.string(),
})

/** What other modules say on the home of a family. */
const familyParts = {
  /** Empty when the school has no news of the child today; never 未到校 because nobody said anything. */
  attendance: z.object({ state: z.enum(['arrived', 'leave', 'unknown']), text: z.string() }).nullable(),
  /** At the school. `asOf`: the time of old weather. */
  weather: z.object({ text: z.string(), asOf: z.iso.datetime().nullable(), warning: z.string() }).nullable(),
} as const
export type FamilyPartKey = keyof typeof familyParts

export const familyHome = z.object({
  ...familyParts,
  /** The parts that could not be read; the rest is complete. */
  missing: z.array(z.enum(['attendance', 'weather'])),
  child: childCard,
  today: schoolDay,
  classTeacher: teacherContact.nullable(),
  /** The phone of the school's office; empty if unknown. */
  schoolPhone: z.string(),
  /** 请设置至少一位紧急联系人. */
  needSetLinkman: z.boolean(),
  /** Consents that the guardian has not answered yet. */
  consentsOpen: z.int(),
  face: z.string(),
  /** The card with which the child enters without face recognition. */
  cardTail: z.string(),
})
export type FamilyHome = z.output<typeof familyHome>

export const consent = z.object({
  purpose,
  title: z.string(),
  about: z.string(),
  version: z.int(),
  state: z.enum(['none', 'agreed', 'withdrawn', 'outdated']),
  at: z.iso.datetime().nullable(),
  by: z.string(),
})
export type Consent = z.output<typeof consent>

export const linkman = z.object({
  id: idOf('guardian-link'),
  name: z.string(),
  relation,
  phone: z.string(),
  isEmergency: z.boolean(),
  isMe: z.boolean(),
  isBound: z.boolean(),
})
export type Linkman = z.output<typeof linkman>

/** Slips per person and day, and how many of them need no SMS code. */
export const slipLimits = { aDay: 200, withoutCode: 10 } as const

const base = '/api/student'
export const familyRoutes = {
  children: route({
    method: 'GET',
    path: `${base}/children`,
    title: '我的孩子',
    ...family,
    duringFirstSteps: true,
    data: z.object({
      children: z.array(childCard),
      /** Agreements still to accept; until then no child is listed. */
      agreements: z.array(z.object({ kind: agreementKind, title: z.string(), version: z.int(), page: z.string() })),
    }),
  }),
  home: route({
    method: 'GET',
    path: `${base}/home`,
    title: '学生主页',
    ...family,
    ownTransactions: true,
    query: z.object(child),
    data: familyHome,
  }),
  accept: route({
    method: 'POST',
    path: `${base}/accept`,
    title: '同意协议',
    ...family,
    duringFirstSteps: true,
    body: z.object({ kinds: z.array(agreementKind).min(1).max(3) }),
    data: z.null(),
  }),
  /** Children whose roster has the caller's verified phone number and who are not bound yet. Names are masked. */
  bindable: route({
    method: 'GET',
    path: `${base}/bindable`,
    title: '可绑定的孩子',
    ...guardians,
    data: z.array(
      z.object({
        linkId: idOf('guardian-link'),
        name: z.string(),
        orgName: z.string(),
        className: z.string(),
        relation,
      }),
    ),
  }),
  bindByPhone: route({
    method: 'POST',
    path: `${base}/bindByPhone`,
    title: '绑定孩子',
    ...guardians,
    body: z.object({ linkIds: z.array(idOf('guardian-link')).min(1, '请选择孩子').max(10) }),
    data: z.object({ bound: z.int() }),
  }),
  /** By class code and the last four characters of the child's ID number. A refusal never says which part is wrong. */
  bindByCode: route({
    method: 'POST',
    path: `${base}/bindByCode`,
    title: '用班级邀请码绑定',
    ...guardians,
    ownTransactions: true,
    body: z.object({
      code: text(20, '邀请码').min(4, '请填写邀请码'),
      childName: text(50, '孩子姓名').min(1, '请填写孩子姓名'),
      idTail: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^\d{3}[\dX]$/, '请填写证件号后四位'),
      /** If omitted, the name of the account. */
      name: text(50, '您的姓名').default(''),
      relation,
    }),
    data: z.object({ studentId: idOf('student') }),
  }),
  /** Asks the class teacher. The answer is the same whether or not the child exists. */
  requestBinding: route({
    method: 'POST',
    path: `${base}/askToBind`,
    title: '申请绑定孩子',
    ...guardians,
    ownTransactions: true,
    body: z.object({
      studentNo: text(30, '学籍号').min(1, '请填写学籍号'),
      childName: text(50, '孩子姓名').min(1, '请填写孩子姓名'),
      name: text(50, '您的姓名').default(''),
      relation,
    }),
    data: z.null(),
  }),
  unbind: route({
    method: 'POST',
    path: `${base}/unbind`,
    title: '解除绑定',
    ...guardians,
    body: z.object(child),
    data: z.null(),
  }),
  linkmen: route({
    method: 'GET',
    path: `${base}/linkmen`,
    title: '紧急联系人',
    ...family,
    query: z.object(child),
    data: z.array(linkman),
  }),
  saveLinkman: route({
    method: 'POST',
    path: `${base}/saveLinkman`,
    title: '保存紧急联系人',
    ...guardians,
    body: z.object({
      ...child,
      id: optionalIdOf('guardian-link'),
      name: text(50, '姓名').min(1, '请填写姓名'),
      relation,
      /** If omitted, the number stays unchanged. */
      phone: z.string().trim().refine(isMobile, '请输入正确的手机号').optional(),
      isEmergency: z.boolean(),
    }),
    data: z.null(),
  }),
  /**
   * How often staff revealed masked fields of the child in the last year, and the role of the last reader, never the
   * name.
   */
  childReveals: route({
    method: 'GET',
    path: `${base}/childLooks`,
    title: '孩子信息的查阅情况',
    ...guardians,
    query: z.object(child),
    data: z.object({
      count: z.int(),
      last: z.object({ at: z.iso.datetime(), by: z.string(), field: z.string() }).nullable(),
    }),
  }),
  consents: route({
    method: 'GET',
    path: `${base}/consents`,
    title: '授权管理',
    ...guardians,
    query: z.object(child),
    data: z.array(consent),
  }),
  /** Only for a bound guardian without restriction. Withdrawing `face` deletes the photo, also from terminals. */
  saveConsent: route({
    method: 'POST',
    path: `${base}/saveConsent`,
    title: '保存授权',
    ...guardians,
    body: z.object({ ...child, purpose, version: z.int(), agrees: z.boolean() }),
    data: z.null(),
  }),
  teachers: route({
    method: 'GET',
    path: `${base}/contacts`,
    title: '班级教师',
    ...family,
    query: z.object(child),
    data: z.array(teacherContact),
  }),

  // For staff in charge of a class.
  classCode: route({
    method: 'POST',
    path: `${base}/classCode`,
    title: '生成班级邀请码',
    access: 'student.account',
    withoutKey: 'the code that is valid, again; a renewed code replaces the one that nobody has seen',
    /** `renew`: creates a new code and invalidates the old one. */
    body: z.object({ classId: idOf('class'), renew: z.boolean().default(false) }),
    data: z.object({ code: z.string(), expiresAt: z.iso.datetime(), className: z.string() }),
  }),
  bindRequests: route({
    method: 'GET',
    path: `${base}/bindRequests`,
    title: '家长绑定申请',
    access: 'student.account',
    data: z.array(
      z.object({
        id: idOf('guardian-link'),
        studentId: idOf('student'),
        studentName: z.string(),
        className: z.string(),
        name: z.string(),
        relation,
        phone: z.string(),
        at: z.iso.datetime(),
      }),
    ),
  }),
  /** Bind requests that the caller may decide; counted up to 1000. */
  bindRequestCount: route({
    method: 'GET',
    path: `${base}/bindRequestCount`,
    title: '家长绑定申请数',
    access: 'student.account',
    data: z.object({ count: z.int() }),
  }),
  decideBindRequest: route({
    method: 'POST',
    path: `${base}/decideBinding`,
    title: '处理绑定申请',
    access: 'student.account',
    body: z.object({ id: idOf('guardian-link'), agrees: z.boolean() }),
    data: z.null(),
  }),
  unbindGuardian: route({
    method: 'POST',
    path: `${base}/unbindGuardian`,
    title: '解除家长绑定',
    access: 'student.account',
    body: z.object({ id: idOf('guardian-link') }),
    data: z.null(),
  }),
  /**
   * Returns one activation code per pupil, only this once, for printed slips. Code and login name open the account, so
   * issuing is logged like a reveal. More than ten a day need an SMS code: the answer is -7, and the client repeats the
   * request with `msgId` and `code`.
   */
  slips: route({
    method: 'POST',
    path: `${base}/slips`,
    title: '发放账号单',
    access: 'student.account',
    ownTransactions: true,
    secretAnswer: true,
    /** Pupils with an account get a new code too: it replaces a forgotten password. */
    body: z.object({
      ids: z.array(idOf('student')).min(1, '请选择学生').max(slipLimits.aDay, `一次最多${slipLimits.aDay}人`),
      reason: text(100, '原因').min(2, '请填写发放原因'),
      msgId: z.string().max(80).optional(),
      code: z.string().max(10).optional(),
    }),
    data: z.array(
      z.object({
        id: idOf('student'),
        name: z.string(),
        className: z.string(),
        /** Stays the same on reprints; never contains a number of the child. */
        loginName: z.string(),
        code: z.string(),
      }),
    ),
  }),
  /** A consent signed on paper, which the school enters with a scan. */
  paperConsent: route({
    method: 'POST',
    path: `${base}/paperConsent`,
    title: '登记纸质授权',
    access: 'face.manage',
    body: z.object({
      studentIds: z.array(idOf('student')).min(1).max(100),
      purpose,
      agrees: z.boolean(),
      fileId: optionalIdOf('file'),
    }),
    data: z.object({ saved: z.int() }),
  }),
}
