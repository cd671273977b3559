import { z } from 'zod'
import { enumOf, idOf, labels } from '#packages/contract'

export const studentStatuses = labels({
  studying: { label: '在读', tone: 'success', isNormal: true },
  suspended: { label: '休学', tone: 'warning' },
  transferred: { label: '转出', tone: 'closed' },
  graduated: { label: '毕业', tone: 'closed' },
  completed: { label: '结业', tone: 'closed' },
  'left-early': { label: '肄业', tone: 'closed' },
  withdrawn: { label: '退学', tone: 'closed' },
  expelled: { label: '开除学籍', tone: 'closed' },
  died: { label: '离世注销', tone: 'closed' },
})
export type StudentStatus = keyof typeof studentStatuses
export const studentStatus = enumOf(studentStatuses)

export const idKinds = {
  'id-card': '居民身份证',
  passport: '护照',
  'hong-kong-macao': '港澳居民证件',
  taiwan: '台湾居民证件',
  none: '暂无证件',
} as const
export type IdKind = keyof typeof idKinds

/** The numbers are those of the database and the wire. */
export const relations = {
  1: '父亲',
  2: '母亲',
  3: '祖父母',
  4: '外祖父母',
  5: '其他监护人',
  9: '其他联系人',
} as const
export type Relation = keyof typeof relations
export const relation = z.literal([1, 2, 3, 4, 5, 9], '请选择关系')

export const restrictions = { none: '无', 'no-pickup': '不得接送', 'no-information': '不得接送和查看信息' } as const
export type Restriction = keyof typeof restrictions
export const restriction = enumOf(restrictions)

export const linkStatuses = labels({
  listed: { label: '未绑定', tone: 'closed', isNormal: true },
  pending: { label: '待确认', tone: 'warning', isNormal: true },
  active: { label: '已绑定', tone: 'success', isNormal: true },
  ended: { label: '已解绑', tone: 'closed', isNormal: true },
})
export type LinkStatus = keyof typeof linkStatuses

export const guardian = z.object({
  id: idOf('guardian-link'),
  name: z.string(),
  relation,
  /** Masked: 138****5678. */
  phone: z.string(),
  isPrimary: z.boolean(),
  isEmergency: z.boolean(),
  /** Null unless the caller has `student.contact` for the pupil. */
  restriction: restriction.nullable(),
  status: enumOf(linkStatuses),
  version: z.int(),
})
export type Guardian = z.output<typeof guardian>

export const faceStates = labels({
  none: { label: '待采集', tone: 'warning' },
  // Consent is voluntary, so the state needs no attention.
  'no-consent': { label: '待授权', tone: 'closed', isNormal: true },
  waiting: { label: '待审核', tone: 'info' },
  passed: { label: '合格', tone: 'success', isNormal: true },
  refused: { label: '不合格', tone: 'error' },
  withdrawn: { label: '已撤回', tone: 'closed' },
})
export type FaceState = keyof typeof faceStates
export const faceState = enumOf(faceStates)

/** The masked fields; `reveal` returns one of them in full. */
export const maskedFields = ['idCard', 'studentNo', 'address', 'icCard', 'guardianPhone'] as const
export type MaskedField = (typeof maskedFields)[number]

/** A pupil in a list, as of the requested day. */
export const student = z.object({
  id: idOf('student'),
  name: z.string(),
  sex: z.enum(['男', '女', '']),
  /** Masked: G330199************. */
  studentNo: z.string(),
  schoolNo: z.string(),
  idCard: z.string(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  gradeId: idOf('grade').nullable(),
  gradeName: z.string(),
  /** The stage of the grade, which decides the allowed events. */
  stage: z.int().nullable(),
  classId: idOf('class').nullable(),
  /** For example 七(3)班 on that day. */
  className: z.string(),
  seatNo: z.int().nullable(),
  status: studentStatus,
  isBoarding: z.boolean(),
  isSpecial: z.boolean(),
  /** The primary guardian. */
  guardianId: idOf('guardian-link').nullable(),
  guardianName: z.string(),
  guardianRelation: relation.nullable(),
  guardianPhone: z.string(),
  face: faceState,
  version: z.int(),
})
export type Student = z.output<typeof student>

export const studentDetail = student.extend({
  idKind: enumOf(idKinds),
  birthday: z.string(),
  nation: z.string(),
  household: z.string(),
  address: z.string(),
  enteredOn: z.string(),
  icCard: z.string(),
  teacherName: z.string(),
  guardians: z.array(guardian),
  account: z.enum(['none', 'slip', 'open']),
  /** The login name, only for staff who may issue slips, after the first slip. */
  loginName: z.string(),
  /** The labels of missing fields, for example 民族, and the percentage of completed fields. */
  missing: z.array(z.string()),
  complete: z.int(),
  may: z.object({
    edit: z.boolean(),
    event: z.boolean(),
    contact: z.boolean(),
    reveal: z.boolean(),
    account: z.boolean(),
  }),
})
export type StudentDetail = z.output<typeof studentDetail>

export const changeTypes = {
  enrol: '入学',
  'transfer-in': '转入',
  'transfer-out': '转出',
  suspend: '休学',
  resume: '复学',
  repeat: '留级',
  skip: '跳级',
  move: '调班',
  merge: '并班',
  withdraw: '退学',
  expel: '开除学籍',
  die: '因故离世注销',
  graduate: '毕业',
  complete: '结业',
  'leave-early': '肄业',
} as const
export type ChangeType = keyof typeof changeTypes
export const changeType = enumOf(changeTypes)

export const studentChange = z.object({
  id: idOf('student-change'),
  studentId: idOf('student'),
  studentName: z.string(),
  type: changeType,
  on: z.iso.date(),
  /** For example 七(3)班, or the name of another school. */
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  isUndone: z.boolean(),
})
export type StudentChange = z.output<typeof studentChange>

export const transferStatuses = labels({
  requested: { label: '待转出学校同意', tone: 'warning' },
  agreed: { label: '已同意', tone: 'success', isNormal: true },
  refused: { label: '已拒绝', tone: 'error' },
  withdrawn: { label: '已撤回', tone: 'closed' },
})
export type TransferStatus = keyof typeof transferStatuses
export const transfer = z.object({
  id: idOf('student-transfer'),
  /** Null for the requesting school until the transfer is agreed: it must not find out whether the pupil exists. */
  studentId: idOf('student').nullable(),
  /** Masked for the requesting school until the transfer is agreed. */
  studentName: z.string(),
  /** Empty for the requesting school until the transfer is agreed. */
  fromOrgName: z.string(),
  toOrgName: z.string(),
  toClassName: z.string(),
  on: z.iso.date(),
  status: enumOf(transferStatuses),
  reason: z.string(),
  opinion: z.string(),
  at: z.iso.datetime(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type Transfer = z.output<typeof transfer>
