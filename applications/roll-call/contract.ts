import { z } from 'zod'
import { enumOf, idOf, optionalIdOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import {
  absenceCase,
  attendanceFigures,
  attendanceStatuses,
  caseOutcomes,
  markStatuses,
  pupilDay,
  pupilLeave,
  pupilLeaveForm,
  pupilLeaveStatuses,
  roll,
  rollForm,
  rollLesson,
  rollPupil,
  savedRoll,
  sessionStatuses,
} from '#engines/attendance/contract.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/rollCall'
const orgId = optionalIdOf('organisation').default(null)
const reason = z.string().trim().min(2, '请填写修改原因').max(100, '修改原因不超过100字')
const ofLesson = z.object({
  lessonId: idOf('lesson'),
  /** The roll itself, where the lesson may have been moved or planned anew since it was called. */
  sessionId: optionalIdOf('attendance-session').default(null),
})

/** For whoever gives the lesson; every call finds out who that is now. */
export const rollCallApi = {
  /** The lesson that the caller gives now, or the next one she may open; null: 当前没有你的课. */
  current: route({
    method: 'GET',
    path: `${base}/current`,
    title: '当前点名',
    access: 'staff',
    query: z.object({}),
    data: roll.nullable(),
  }),
  /** The caller's lessons of a day. */
  lessons: route({
    method: 'GET',
    path: `${base}/lessons`,
    title: '我的点名',
    access: 'staff',
    query: z.object({ day: z.iso.date().optional() }),
    data: z.array(rollLesson),
  }),
  session: route({
    method: 'GET',
    path: `${base}/session`,
    title: '点名详情',
    access: 'staff',
    query: ofLesson,
    data: roll,
  }),
  save: route({
    method: 'POST',
    path: `${base}/save`,
    title: '保存点名',
    access: 'staff',
    body: rollForm,
    data: savedRoll,
  }),
  /** After the day, by the class teacher, or by the office: with a reason, each change kept. */
  amend: route({
    method: 'POST',
    path: `${base}/amend`,
    title: '修改考勤',
    access: 'staff',
    body: ofLesson.extend({
      reason,
      changes: z
        .array(
          z.object({
            studentId: idOf('student'),
            status: z.enum(markStatuses),
            minutes: z.int().min(0).max(240).nullable().default(null),
          }),
        )
        .min(1)
        .max(100),
    }),
    data: z.object({ changed: z.int() }),
  }),
  lock: route({
    method: 'POST',
    path: `${base}/lock`,
    title: '锁定考勤',
    access: 'roll.manage',
    body: z.object({ orgId, dateTo: z.iso.date('请选择日期') }),
    data: z.object({ locked: z.int() }),
  }),
}

const dayLesson = z.object({
  lessonId: idOf('lesson'),
  sessionId: idOf('attendance-session').nullable(),
  periodName: z.string(),
  begins: z.string(),
  subjectName: z.string(),
  groupName: z.string(),
  teacherNames: z.string(),
  status: enumOf(sessionStatuses),
})

/** 班级今日: pupils against lessons. */
export const classDay = z.object({
  classId: idOf('class'),
  className: z.string(),
  day: z.iso.date(),
  lessons: z.array(dayLesson),
  pupils: z.array(
    z.object({
      studentId: idOf('student'),
      name: z.string(),
      seatNo: z.int().nullable(),
      seenAt: z.string().nullable(),
      /** By lesson; null: not in the group of that lesson. */
      marks: z.array(z.object({ status: enumOf(attendanceStatuses), minutes: z.int().nullable() }).nullable()),
    }),
  ),
  figures: attendanceFigures,
})
export type ClassDay = z.output<typeof classDay>

export const attendanceAmendment = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  lesson: z.string(),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
})

export const studentTerm = z.object({
  studentId: idOf('student'),
  name: z.string(),
  className: z.string(),
  termName: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.array(pupilDay),
  figures: attendanceFigures,
  amendments: z.array(attendanceAmendment),
})
export type StudentTerm = z.output<typeof studentTerm>

export const statisticsBy = { class: '班级', grade: '年级', subject: '学科', teacher: '教师', period: '节次' } as const
export const attendanceStatistics = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(
    attendanceFigures.extend({
      key: z.string(),
      name: z.string(),
      /** Lessons that need a roll, and those with one. */
      lessons: z.int(),
      rolled: z.int(),
    }),
  ),
  total: attendanceFigures.extend({ lessons: z.int(), rolled: z.int() }),
  /** Per day, for the chart; days without lessons are missing, not zero. */
  days: z.array(z.object({ day: z.iso.date(), expected: z.int(), absent: z.int(), late: z.int() })),
})
export type AttendanceStatistics = z.output<typeof attendanceStatistics>

/** A lesson that ended without a roll. */
export const missedLesson = z.object({
  lessonId: idOf('lesson'),
  day: z.iso.date(),
  periodName: z.string(),
  groupName: z.string(),
  subjectName: z.string(),
  teacherNames: z.string(),
})
export type MissedLesson = z.output<typeof missedLesson>

/** 班级月考勤表, printed with room for signatures. */
export const monthSheet = z.object({
  className: z.string(),
  month: z.string(),
  days: z.array(z.object({ day: z.iso.date(), label: z.string() })),
  rows: z.array(
    z.object({
      seatNo: z.int().nullable(),
      name: z.string(),
      /** Per day in marks: empty, 病, 事, 公, 迟, 早, 旷, 缺; 未 for days without any roll. */
      marks: z.array(z.string()),
      figures: attendanceFigures,
    }),
  ),
})
export type MonthSheet = z.output<typeof monthSheet>

const period = { from: z.iso.date(), to: z.iso.date() }

export const attendanceRecordApi = {
  /** The classes whose day the caller may read. */
  classes: route({
    method: 'GET',
    path: `${base}/classes`,
    title: '可以查看考勤的班级',
    access: 'roll.read',
    query: z.object({ orgId, day: z.iso.date().optional() }),
    data: z.array(z.object({ id: idOf('class'), name: z.string(), gradeName: z.string(), isOwn: z.boolean() })),
  }),
  classDay: route({
    method: 'GET',
    path: `${base}/classDay`,
    title: '班级今日考勤',
    access: 'roll.read',
    query: z.object({ classId: idOf('class'), date: z.iso.date().optional() }),
    data: classDay,
  }),
  studentTerm: route({
    method: 'GET',
    path: `${base}/studentTerm`,
    title: '学生学期考勤',
    access: 'roll.read',
    query: z.object({ studentId: idOf('student'), termId: optionalIdOf('term').default(null) }),
    data: studentTerm,
  }),
  statistics: route({
    method: 'GET',
    path: `${base}/statistics`,
    title: '考勤统计',
    access: 'roll.stat',
    query: z.object({ orgId, by: z.enum(['class', 'grade', 'subject', 'teacher', 'period']), ...period }),
    data: attendanceStatistics,
  }),
  /** Lessons that ended without a roll, by teacher. */
  missed: route({
    method: 'GET',
    path: `${base}/missed`,
    title: '漏点',
    access: 'roll.stat',
    query: z.object({ orgId, ...period }),
    data: z.array(missedLesson),
  }),
  monthSheet: route({
    method: 'GET',
    path: `${base}/monthSheet`,
    title: '班级月考勤表',
    access: 'roll.read',
    query: z.object({ classId: idOf('class'), month: z.string().regex(/^\d{4}-\d{2}$/) }),
    data: monthSheet,
  }),
}

/** 待核实: the unexplained absences of a day. */
export const absenceBoard = z.object({
  day: z.iso.date(),
  open: z.array(absenceCase),
  settled: z.array(absenceCase),
  /** Three school days in a row without leave. */
  long: z.array(z.object({ studentId: idOf('student'), name: z.string(), className: z.string(), days: z.int() })),
})
export type AbsenceBoard = z.output<typeof absenceBoard>

export const absenceApi = {
  unresolved: route({
    method: 'GET',
    path: `${base}/unresolved`,
    title: '未到待核实',
    access: 'roll.handle',
    query: z.object({ orgId, date: z.iso.date().optional() }),
    data: absenceBoard,
  }),
  /** The family was called; the ladder goes on until the case is settled. */
  contact: route({
    method: 'POST',
    path: `${base}/contact`,
    title: '登记已联系',
    access: 'roll.handle',
    body: z.object({ id: idOf('absence-case'), note: z.string().trim().max(200).default('') }),
    data: absenceCase,
  }),
  resolve: route({
    method: 'POST',
    path: `${base}/resolve`,
    title: '核实未到学生',
    access: 'roll.handle',
    body: z.object({
      id: idOf('absence-case'),
      outcome: enumOf(caseOutcomes),
      note: z.string().trim().max(200, '说明不超过200字').default(''),
    }),
    data: absenceCase,
  }),
}

export const pupilLeaveOfficeApi = {
  page: route({
    method: 'GET',
    path: `${base}/leavePage`,
    title: '学生请假',
    access: 'roll.handle',
    query: z.object({
      ...pageQuery.shape,
      orgId,
      classId: optionalIdOf('class').default(null),
      status: enumOf(pupilLeaveStatuses).optional(),
      /** A part of the name or of its pinyin, or of the name of the class. */
      keyword: z.string().trim().max(50).default(''),
      ...period,
    }),
    data: pageOf(pupilLeave),
  }),
  detail: route({
    method: 'GET',
    path: `${base}/leaveDetail`,
    title: '学生请假详情',
    access: 'roll.handle',
    query: z.object({ id: idOf('pupil-leave') }),
    data: pupilLeave,
  }),
  /** For a family that called: it holds at once. */
  enter: route({
    method: 'POST',
    path: `${base}/enterLeave`,
    title: '登记学生请假',
    access: 'roll.handle',
    body: pupilLeaveForm,
    data: z.object({ id: idOf('pupil-leave') }),
  }),
  decide: route({
    method: 'POST',
    path: `${base}/decideLeave`,
    title: '审批学生请假',
    access: 'roll.handle',
    body: z.object({
      id: idOf('pupil-leave'),
      agree: z.boolean(),
      note: z.string().trim().max(200).default(''),
    }),
    data: z.null(),
  }),
  revoke: route({
    method: 'POST',
    path: `${base}/revokeLeave`,
    title: '取消学生请假（教师）',
    access: 'roll.handle',
    body: z.object({ id: idOf('pupil-leave'), note: z.string().trim().min(2, '请填写原因').max(200) }),
    data: z.null(),
  }),
}

export type RollCallPupil = z.output<typeof rollPupil>
