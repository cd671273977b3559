import { z } from 'zod'
import { enumOf, idOf, optionalIdOf } from '#packages/contract'
import { idCardSex, isIdCard, isMobile } from '#packages/core'
import { eventTypes } from './contract-events.ts'
import { faceState, idKinds, relation, restriction, studentStatus, type IdKind } from './contract-fields.ts'

export const textField = (most: number, title: string) => z.string().trim().max(most, `${title}不超过${most}字`)
export const dayField = (title: string) => z.iso.date(`请填写${title}`)
const studentsAtOnce = 500

/** 全国学籍号: G (formal), L (temporary) or J, and the eighteen characters of an ID number. */
export const isStudentNo = (value: string) => /^[GLJ]\d{17}[\dX]$/.test(value)

const phone = z
  .string()
  .trim()
  .refine((value) => value === '' || isMobile(value), '请输入正确的手机号')

/** The form of a guardian. Masked fields are sent only when they change. */
export const guardianForm = z.object({
  id: optionalIdOf('guardian-link'),
  name: textField(50, '监护人姓名').min(1, '请填写监护人姓名'),
  relation,
  phone: phone.optional(),
  isPrimary: z.boolean(),
  isEmergency: z.boolean(),
  restriction: restriction.default('none'),
  version: z.int().default(0),
})
export type GuardianForm = z.output<typeof guardianForm>

const facts = {
  name: textField(50, '姓名').min(1, '请填写姓名'),
  sex: z.enum(['男', '女', '']),
  idKind: enumOf(idKinds).default('id-card'),
  idCard: z.string().trim().toUpperCase().max(30).optional(),
  studentNo: z
    .string()
    .trim()
    .toUpperCase()
    .refine((value) => value === '' || isStudentNo(value), '学籍号应为G、L或J加18位')
    .optional(),
  schoolNo: textField(30, '学号'),
  birthday: z.union([z.literal(''), z.iso.date('请填写正确的出生日期')]),
  nation: z.string().regex(/^(0[1-9]|[1-4]\d|5[0-6])?$/, '请选择民族'),
  household: textField(100, '户籍地'),
  address: textField(200, '家庭住址').optional(),
  isBoarding: z.boolean(),
  isSpecial: z.boolean(),
  icCard: textField(40, '一卡通号').optional(),
}
interface IdentityNumbers {
  idKind: IdKind
  idCard?: string | undefined
  sex: string
}
const isValidIdCard = ({ idKind, idCard = '' }: IdentityNumbers) =>
  idKind !== 'id-card' || idCard === '' || isIdCard(idCard)
const isSexConsistent = ({ idKind, idCard = '', sex }: IdentityNumbers) =>
  idKind !== 'id-card' || idCard === '' || sex === '' || !isIdCard(idCard) || idCardSex(idCard) === sex

export const studentForm = z
  .object({ id: idOf('student'), ...facts, version: z.int() })
  .refine(isValidIdCard, { path: ['idCard'], message: '请输入正确的身份证' })
  .refine(isSexConsistent, { path: ['sex'], message: '性别与身份证号性别不符' })
export type StudentForm = z.output<typeof studentForm>

/** A new pupil: 新生 or 转入 from outside the district. */
export const newStudentForm = z
  .object({
    ...facts,
    orgId: optionalIdOf('organisation'),
    gradeId: idOf('grade'),
    classId: optionalIdOf('class'),
    seatNo: z.int().min(1).max(200).nullable(),
    type: z.enum(['enrol', 'transfer-in']),
    on: dayField('入学日期'),
    reason: textField(200, '说明').default(''),
    guardians: z.array(guardianForm.omit({ id: true, version: true })).max(6, '最多6位监护人'),
  })
  .refine(isValidIdCard, { path: ['idCard'], message: '请输入正确的身份证' })
  .refine(isSexConsistent, { path: ['sex'], message: '性别与身份证号性别不符' })
export type NewStudentForm = z.output<typeof newStudentForm>

/** Data that a pupil's file should have. */
export const missingFieldLabels = {
  'id-card': '证件号码',
  'student-no': '学籍号',
  'guardian-phone': '监护人电话',
  emergency: '紧急联系人',
} as const
export type MissingField = keyof typeof missingFieldLabels

export const studentFilter = z.object({
  /** An organisation, a grade or a class; without any of them the whole scope. */
  orgId: z.guid().nullable().default(null).meta({ 'x-ref': 'organisation' }),
  gradeId: z.guid().nullable().default(null).meta({ 'x-ref': 'grade' }),
  classId: z.guid().nullable().default(null).meta({ 'x-ref': 'class' }),
  /** Name, pinyin or 学号; or a whole number (ID, 学籍号, a guardian's phone) or the last four digits of the phone. */
  keyword: z.string().trim().max(50).default(''),
  /** `current`: 在读 and 休学. `past`: former pupils. */
  status: z.enum(['current', 'past', ...studentStatus.options]).default('current'),
  sex: z.enum(['男', '女', 'none']).optional(),
  isBoarding: z.boolean().optional(),
  isSpecial: z.boolean().optional(),
  noClass: z.boolean().optional(),
  face: faceState.optional(),
  bound: z.enum(['none', 'some']).optional(),
  missing: enumOf(missingFieldLabels).optional(),
  /** Classes, seats and class staff as of this day; default today. */
  on: z.iso.date().optional(),
})
export type StudentFilter = z.output<typeof studentFilter>
export const studentSorts = ['seat', 'name', 'entered'] as const
export const studentSearch = studentFilter.extend({
  pageNumber: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(20),
  sort: z.enum(studentSorts).default('seat'),
  desc: z.boolean().default(false),
})

/** The ticked pupils, or all pupils of a filter with exceptions. */
export const targets = z.union([
  z.object({ ids: z.array(idOf('student')).min(1, '请选择学生').max(studentsAtOnce, `一次最多${studentsAtOnce}人`) }),
  z.object({ filter: studentFilter, except: z.array(idOf('student')).max(studentsAtOnce).default([]) }),
])
export type StudentTargets = z.output<typeof targets>

/** One form for all events of enrolled pupils; the type decides which fields count. */
export const eventForm = z.object({
  targets,
  type: z.enum(eventTypes),
  on: dayField('生效日期'),
  /** For move, resume, repeat and skip. */
  gradeId: optionalIdOf('grade'),
  classId: optionalIdOf('class'),
  /** For transfer-out: the name of a school outside the district. */
  whereTo: textField(100, '转往学校').default(''),
  /** 其他情形: the document or decision on which the event is based. */
  basis: textField(100, '依据').default(''),
  reason: textField(200, '原因').default(''),
})
export type EventForm = z.output<typeof eventForm>
/** The pupils who change, and the refused ones with the reason. */
export const eventEffect = z.object({
  count: z.int(),
  changes: z.array(z.object({ id: idOf('student'), name: z.string(), from: z.string(), to: z.string() })),
  refused: z.array(z.object({ id: idOf('student'), name: z.string(), why: z.string() })),
  /** For example 义务教育阶段原则上不留级，请填写审批依据. */
  warnings: z.array(z.string()),
})
export type EventEffect = z.output<typeof eventEffect>
