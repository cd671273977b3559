import { z } from 'zod'
import { idOf, optionalIdOf, routesOf } from '#packages/contract'
import { isMobile } from '#packages/core'
import { relation } from './contract-fields.ts'
import { schoolDay } from './contract-my-classes.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const text = (most: number, title: string) => z.string().trim().max(most, `${title}不超过${most}字`)
const family = { access: 'family.use', audience: ['pupil', 'guardian'] } as const
const guardians = { access: 'family.use', audience: ['guardian'] } as const
/** The child that is meant. A guardian names one of hers, always looked up; a pupil is always herself. */
const child = { studentId: idOf('student') }

export const consentPurposes = {
  face: { title: '人脸照片', version: 1, about: '用于校门、宿舍等终端识别。不同意不影响入校，可刷卡或出示二维码。' },
  'image-public': { title: '照片公开展示', version: 1, about: '学校在荣誉榜、网站等公开展示孩子的照片或姓名。' },
  health: { title: '健康信息', version: 1, about: '学校登记过敏、疾病等信息，用于用餐和急救。' },
  location: { title: '位置信息', version: 1, about: '校车、活动签到时记录位置。' },
  'cross-app': { title: '提供给第三方应用', version: 1, about: '学校开通的第三方应用读取孩子的姓名和班级。' },
} as const
export type ConsentPurpose = keyof typeof consentPurposes
const purpose = z.enum(Object.keys(consentPurposes) as [ConsentPurpose, ...ConsentPurpose[]])

/** What has to be agreed to before anything else; a new version is asked for again. */
export const agreements = {
  user: { title: '用户协议', version: 1, page: '/policy/user' },
  privacy: { title: '隐私政策', version: 1, page: '/policy/privacy' },
  children: { title: '儿童个人信息保护规则', version: 1, page: '/policy/children' },
} as const
export type AgreementKind = keyof typeof agreements
const agreementKind = z.enum(Object.keys(agreements) as [AgreementKind, ...AgreementKind[]])

export const childCard = z.object({
  id: idOf('student'),
  name: z.string(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  className: z.string(),
  relation: relation.nullable(),
  /** past: has left the school, and can be read for thirty days. One that waits for the class teacher is not told. */
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

export const familyHome = z.object({
  child: childCard,
  today: schoolDay,
  classTeacher: teacherContact.nullable(),
  /** Of the school's office; empty where none is known. */
  schoolPhone: z.string(),
  /** 请设置至少一位紧急联系人. */
  needSetLinkman: z.boolean(),
  /** Purposes that wait for a yes or no. */
  consentsOpen: z.int(),
  face: z.string(),
  /** How the child comes in without a face: always there. */
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

/** So many slips are handed out by one person a day, and so many of them without a code. */
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
      /** Agreements that this person has still to accept; until then no child is told. */
      agreements: z.array(z.object({ kind: agreementKind, title: z.string(), version: z.int(), page: z.string() })),
    }),
  }),
  home: route({
    method: 'GET',
    path: `${base}/home`,
    title: '学生主页',
    ...family,
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
  /** Children on whose roster my proved number stands, and whom I have not bound. Names with their middle hidden. */
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
  /** By the word of the class and the last four places of the child's ID number. Wrong is wrong, never why. */
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
      /** Left out it is the name of the account. */
      name: text(50, '您的姓名').default(''),
      relation,
    }),
    data: z.object({ studentId: idOf('student') }),
  }),
  /** The class teacher is asked. The answer is the same whether or not there is such a child. */
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
      /** Left out it stays. */
      phone: z.string().trim().refine(isMobile, '请输入正确的手机号').optional(),
      isEmergency: z.boolean(),
    }),
    data: z.null(),
  }),
  /** How often staff had hidden facts of the child shown in the last year, and who did so last: as what, never by name. */
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
  /** Only a bound guardian who is under no restriction. Withdrawing `face` removes the photograph and writes the delete order. */
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

  // For those who run a class.
  classCode: route({
    method: 'POST',
    path: `${base}/classCode`,
    title: '生成班级邀请码',
    access: 'student.account',
    /** `renew`: the one before stops working. */
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
  /** How many wait for a word of the caller's; beyond 1000 nobody counts. */
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
   * A word for each pupil, told this once, to be printed and cut: with it and the name beside it the account is opened.
   * Whoever has it has the account, so it is written down like a look at a number. More than ten a day take a code: the
   * answer is -7, and it is asked again with `msgId` and `code`.
   */
  slips: route({
    method: 'POST',
    path: `${base}/slips`,
    title: '发放账号单',
    access: 'student.account',
    ownTransactions: true,
    secretAnswer: true,
    /** A new word also for those who have an account: it takes the place of a forgotten password. */
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
        /** The same each time; never a number of the child. */
        loginName: z.string(),
        code: z.string(),
      }),
    ),
  }),
  /** What was agreed to on paper, entered by the school with a scan. */
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
