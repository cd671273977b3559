import { z } from 'zod'
import { dayRange, defineEvent, idOf, intParam, optionalIdOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { changeType, maskedFields, student, studentChange, studentDetail, transfer } from './contract-fields.ts'
import {
  dayField,
  eventEffect,
  eventForm,
  guardianForm,
  newStudentForm,
  studentFilter,
  studentForm,
  studentSearch,
  textField,
} from './contract-forms.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const one = z.object({ id: idOf('student') })

export const studentChanged = defineEvent('student.changed', z.object({ ids: z.array(idOf('student')) }), {
  description: 'Data, guardians or enrolments of pupils changed.',
})
export const studentLeft = defineEvent(
  'student.left',
  z.object({ ids: z.array(idOf('student')), orgId: idOf('organisation') }),
  { description: 'Pupils are no longer enrolled at this school; published on the day itself.' },
)
export const groupMembersChanged = defineEvent('group.members-changed', z.object({ groupId: idOf('teaching-group') }), {
  description: 'The pupils of a free teaching group changed.',
})

const base = '/api/student'
export const studentRoutes = {
  /** POST, because numbers and names must not be in a URL. */
  search: route({
    method: 'POST',
    path: `${base}/page`,
    title: '学生列表',
    access: 'student.read',
    readOnly: true,
    /** Searches by number are rate limited in Redis. */
    ownTransactions: true,
    body: studentSearch,
    data: pageOf(student),
  }),
  /** Asked for after the list, because counting takes longer than the first page. */
  sexCounts: route({
    method: 'POST',
    path: `${base}/sexCounts`,
    title: '学生男女人数',
    access: 'student.read',
    readOnly: true,
    body: studentFilter,
    /** Null if there are too many pupils to count, and for searches by number. */
    data: z.object({ males: z.int().nullable(), females: z.int().nullable() }),
  }),
  detail: route({
    method: 'GET',
    path: `${base}/detail`,
    title: '学生详情',
    access: 'student.read',
    query: one.extend({ on: z.iso.date().optional() }),
    data: studentDetail,
  }),
  add: route({
    method: 'POST',
    path: `${base}/add`,
    title: '新增学生',
    access: 'student.edit',
    body: newStudentForm,
    data: one,
  }),
  edit: route({
    method: 'POST',
    path: `${base}/save`,
    title: '编辑学生',
    access: 'student.edit',
    body: studentForm,
    /** An additional message besides 已保存, for example 检测到正式学籍号，已更新. */
    data: one.extend({ note: z.string() }),
  }),
  saveGuardians: route({
    method: 'POST',
    path: `${base}/saveGuardians`,
    title: '保存监护人',
    access: 'student.contact',
    /** Omitted guardians are removed unless they are bound; bound ones need `unbindGuardian`. */
    body: z.object({ studentId: idOf('student'), guardians: z.array(guardianForm).max(6, '最多6位监护人') }),
    data: z.null(),
  }),
  setSeats: route({
    method: 'POST',
    path: `${base}/setSeats`,
    title: '排座号',
    access: 'student.contact',
    body: z.object({
      classId: idOf('class'),
      /** Either single seats, or an order for the whole class. */
      seats: z
        .array(z.object({ id: idOf('student'), seatNo: z.int().min(1).max(200).nullable() }))
        .max(200)
        .optional(),
      by: z.enum(['school-no', 'pinyin']).optional(),
    }),
    data: z.object({ changed: z.int() }),
  }),
  reveal: route({
    method: 'POST',
    path: `${base}/reveal`,
    title: '查看学生敏感信息',
    access: 'student.reveal',
    secretAnswer: true,
    body: z.object({
      id: idOf('student'),
      field: z.enum(maskedFields),
      /** For a guardian's phone. */
      guardianId: optionalIdOf('guardian-link'),
      /** The day of the page: class staff of that day may reveal, as in the list of that day. */
      on: z.iso.date().optional(),
      reason: textField(100, '原因').min(2, '请填写查看原因'),
    }),
    data: z.object({ value: z.string(), leftToday: z.int() }),
  }),
  /** Who has revealed this pupil's masked fields. */
  revealRecords: route({
    method: 'GET',
    path: `${base}/looks`,
    title: '学生信息查阅记录',
    access: 'student.reveal',
    query: one,
    data: z.array(
      z.object({ at: z.iso.datetime(), by: z.string(), field: z.string(), reason: z.string(), address: z.string() }),
    ),
  }),
  eventPreview: route({
    method: 'POST',
    path: `${base}/eventPreview`,
    title: '预览学籍异动',
    access: 'student.event',
    readOnly: true,
    body: eventForm,
    data: eventEffect,
  }),
  event: route({
    method: 'POST',
    path: `${base}/event`,
    title: '办理学籍异动',
    access: 'student.event',
    body: eventForm,
    data: eventEffect,
  }),
  /** 并班: the classes are merged into one of them from a day on. */
  mergePreview: route({
    method: 'POST',
    path: `${base}/mergePreview`,
    title: '预览并班',
    access: 'student.event',
    readOnly: true,
    body: z.object({
      sourceIds: z.array(idOf('class')).min(1).max(10),
      targetId: idOf('class'),
      on: dayField('并班日期'),
    }),
    data: eventEffect,
  }),
  mergeClasses: route({
    method: 'POST',
    path: `${base}/mergeClasses`,
    title: '并班',
    access: 'student.event',
    body: z.object({
      sourceIds: z.array(idOf('class')).min(1).max(10),
      targetId: idOf('class'),
      on: dayField('并班日期'),
    }),
    data: eventEffect,
  }),
  changes: route({
    method: 'GET',
    path: `${base}/changes`,
    title: '学籍异动记录',
    access: 'student.read',
    query: pageQuery.extend({
      studentId: optionalIdOf('student'),
      orgId: optionalIdOf('organisation'),
      type: changeType.optional(),
    }),
    data: pageOf(studentChange),
  }),
  /**
   * The changes of all pupils in scope, by name, type and date. POST, because names must not be in a URL. Without a
   * type, all except 入学, because each pupil has one.
   */
  searchChanges: route({
    method: 'POST',
    path: `${base}/searchChanges`,
    title: '学籍异动列表',
    access: 'student.read',
    readOnly: true,
    body: z.object({
      orgId: optionalIdOf('organisation'),
      type: changeType.optional(),
      keyword: z.string().trim().max(50).default(''),
      /** Only undone changes, or only those that are not. */
      isUndone: z.boolean().optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      pageNumber: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(200).default(20),
    }),
    data: pageOf(studentChange).extend({
      /** Counts of all types, whatever type is requested; null if there are too many to count. */
      counts: z.array(z.object({ type: changeType, count: z.int() })).nullable(),
    }),
  }),
  /**
   * A school requests a pupil of another school by number and name. The answer does not reveal whether the pupil
   * exists.
   */
  requestTransfer: route({
    method: 'POST',
    path: `${base}/askTransfer`,
    title: '申请转入',
    access: 'student.event',
    ownTransactions: true,
    body: z.object({
      orgId: optionalIdOf('organisation'),
      studentNo: textField(30, '学籍号').min(1, '请填写学籍号'),
      name: textField(50, '姓名').min(1, '请填写姓名'),
      gradeId: idOf('grade'),
      classId: optionalIdOf('class'),
      on: dayField('转入日期'),
      reason: textField(200, '原因').min(1, '请填写转学原因'),
    }),
    data: z.null(),
  }),
  transfers: route({
    method: 'GET',
    path: `${base}/transfers`,
    title: '转学申请',
    access: 'student.event',
    query: pageQuery.extend({
      status: transfer.shape.status.optional(),
      ...dayRange.shape,
    }),
    data: pageOf(transfer),
  }),
  decideTransfer: route({
    method: 'POST',
    path: `${base}/decideTransfer`,
    title: '处理转学申请',
    access: 'student.event',
    body: z.object({
      id: idOf('student-transfer'),
      decision: z.enum(['agree', 'refuse', 'withdraw']),
      opinion: textField(200, '意见').default(''),
    }),
    data: z.null(),
  }),
  /** Head counts of an organisation on a day, by grade, class and sex. */
  headCounts: route({
    method: 'GET',
    path: `${base}/headCounts`,
    title: '学生人数',
    access: 'student.read',
    query: z.object({ orgId: optionalIdOf('organisation'), on: z.iso.date().optional() }),
    data: z.object({
      on: z.iso.date(),
      total: z.int(),
      classes: z.array(
        z.object({ classId: idOf('class'), label: z.string(), males: z.int(), females: z.int(), total: z.int() }),
      ),
      noClass: z.int(),
      suspended: z.int(),
    }),
  }),
  /** Replaces the pupils of a free group from a day on. */
  setGroupMembers: route({
    method: 'POST',
    path: `${base}/setGroupMembers`,
    title: '设置教学班学生',
    access: 'student.event',
    body: z.object({
      groupId: idOf('teaching-group'),
      studentIds: z.array(idOf('student')).max(500),
      from: dayField('生效日期'),
    }),
    data: z.object({ joined: z.int(), left: z.int() }),
  }),
  /** The pupils of a group or a class on a day. */
  roster: route({
    method: 'GET',
    path: `${base}/roster`,
    title: '名册',
    access: 'student.read',
    query: z.object({
      classId: optionalIdOf('class'),
      groupId: optionalIdOf('teaching-group'),
      on: z.iso.date().optional(),
      pageSize: intParam({ min: 1, max: 500 }).default(500),
    }),
    data: z.object({
      on: z.iso.date(),
      items: z.array(
        z.object({
          id: idOf('student'),
          name: z.string(),
          sex: z.string(),
          seatNo: z.int().nullable(),
          className: z.string(),
        }),
      ),
    }),
  }),
}
