import { z } from 'zod'
import { defineEvent, enumOf, idOf, optionalIdOf, routesOf, wireObject } from '#packages/contract'
import { manifest } from './manifest.ts'
import { requiredDay } from './contract-time.ts'

const route = routesOf(manifest)
/** Names and head counts are those of this day; today by default. */
const onDay = { on: z.iso.date().optional() }

export const teachingChanged = defineEvent(
  'teaching.changed',
  z.object({
    orgId: idOf('organisation'),
    termId: idOf('term'),
    groupIds: z.array(idOf('teaching-group')).min(1).max(500),
  }),
  { description: 'Teaching groups of a school, or who teaches them, changed; many groups are several events.' },
)

export const assignmentRoles = { lead: '主讲', assistant: '助教', cover: '长期代课' } as const
export type AssignmentRole = keyof typeof assignmentRoles
export const assignment = z.object({
  id: idOf('teaching-assignment'),
  groupId: idOf('teaching-group'),
  userId: idOf('membership'),
  teacherName: z.string(),
  role: enumOf(assignmentRoles),
  weekHours: z.number(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
})
export type Assignment = z.output<typeof assignment>

/** One subject of one class. */
export const teachingCell = z.object({
  classId: idOf('class'),
  subjectId: idOf('subject'),
  groupId: idOf('teaching-group').nullable(),
  assignments: z.array(assignment),
  /** Changes with every change of the cell; empty when nobody teaches. */
  version: z.string(),
  /** A teacher starts after or ends before the term. Such dates can only be changed in the dialog. */
  isDated: z.boolean(),
})
export type TeachingCell = z.output<typeof teachingCell>

/**
 * Teaching assignments: a row per class, a column per subject. Teaching groups of classes are created with the first
 * assignment.
 */
export const teachingMatrix = z.object({
  termId: idOf('term'),
  subjects: z.array(z.object({ id: idOf('subject'), name: z.string(), shortName: z.string() })),
  classes: z.array(
    z.object({
      id: idOf('class'),
      gradeId: idOf('grade'),
      gradeName: z.string(),
      name: z.string(),
      label: z.string(),
      hours: z.number(),
    }),
  ),
  /** A class has no cell for subjects that its stage does not have. */
  cells: z.array(teachingCell),
  /** Free groups of the grade: 走班, 分层. kernel/student stores their pupils. */
  groups: z.array(
    z.object({
      id: idOf('teaching-group'),
      name: z.string(),
      subjectId: idOf('subject'),
      capacity: z.int().nullable(),
      memberCount: z.int(),
      assignments: z.array(assignment),
    }),
  ),
})
export type TeachingMatrix = z.output<typeof teachingMatrix>

export const assignForm = z.object({
  termId: idOf('term'),
  /** Assigns the same teacher, subject and hours to each of these classes. */
  classIds: z.array(idOf('class')).max(200).default([]),
  /** Or to one free group. */
  groupId: optionalIdOf('teaching-group'),
  subjectId: optionalIdOf('subject'),
  userId: idOf('membership'),
  role: enumOf(assignmentRoles).default('lead'),
  weekHours: z.number().min(0, '周课时不能小于0').max(40, '周课时不超过40'),
  /** Null: from the first day of the term. The previous lead teacher ends on the day before. */
  from: z.iso.date().nullable().default(null),
})
export type AssignForm = z.output<typeof assignForm>

export const endAssignmentForm = z.object({
  id: idOf('teaching-assignment'),
  /** The last day. */
  endsOn: requiredDay('结束日期'),
  /** Who teaches the lessons from the next day on, with the same role and hours. */
  successorId: optionalIdOf('membership'),
  /** 待定: the lessons have no teacher for now. */
  isOpen: z.boolean().default(false),
})
export type EndAssignmentForm = z.output<typeof endAssignmentForm>
/** The data of the refusal to end an assignment whose lessons nobody would teach. */
export const lessonsLeft = z.object({ lessons: z.int().min(1) })

/** New teachers for some cells of the table. */
export const teachingSheetForm = z.object({
  termId: idOf('term'),
  cells: z
    .array(
      z.object({
        classId: idOf('class'),
        subjectId: idOf('subject'),
        /** The version that the client has read; a newer change of somebody else is not overwritten. */
        version: z.string().max(64),
        /** An empty list clears the cell. */
        teachers: z
          .array(
            z.object({
              userId: idOf('membership'),
              role: enumOf(assignmentRoles),
              weekHours: z.number().min(0, '周课时不能小于0').max(40, '周课时不超过40'),
            }),
          )
          .max(6, '一格最多6位教师'),
      }),
    )
    .min(1, '请填写任课')
    .max(2000, '一次最多2000格'),
})
export type TeachingSheetForm = z.output<typeof teachingSheetForm>

/** The saved cells, so that the client can update the table without reading it again. */
export const teachingSheetResult = z.object({
  changed: z.int(),
  cells: z.array(teachingCell),
  classes: z.array(z.object({ id: idOf('class'), hours: z.number() })),
})
export type TeachingSheetResult = z.output<typeof teachingSheetResult>

/** Assignments that a copy skipped, with the reason. */
export const skippedTeaching = z.object({
  /** Teachers who no longer work at the school. */
  people: z.array(z.object({ label: z.string(), subjectName: z.string(), teacherName: z.string() })),
  /** Classes that no longer exist. */
  classes: z.array(z.string()),
  /** Subjects that are no longer taught. */
  subjects: z.array(z.string()),
  /** Number of cells that already have a teacher. */
  taken: z.int(),
})
export type SkippedTeaching = z.output<typeof skippedTeaching>

export const myClass = wireObject(
  {
    isManager: z.boolean(),
    subjects: z.array(z.object({ key: z.string(), value: z.string() })),
    orgId: idOf('organisation'),
    orgName: z.string(),
    gradeId: idOf('grade'),
    gradeName: z.string(),
    classId: idOf('class'),
    className: z.string(),
  },
  {
    orgId: 'fOrgId',
    orgName: 'fOrgName',
    gradeId: 'fGradeId',
    gradeName: 'fGradeName',
    classId: 'fClassId',
    className: 'fClassName',
  },
).meta({ id: 'MyClass' })
export type MyClass = z.output<typeof myClass>

const base = '/api/jiaowu'
export const teachingRoutes = {
  teachingMatrix: route({
    method: 'GET',
    path: `${base}/inSubjectMatrix`,
    title: '任课表',
    access: 'teaching.edit',
    /** Without a grade, all classes of the school; the school defaults to the caller's own. */
    query: z.object({
      termId: idOf('term'),
      gradeId: optionalIdOf('grade'),
      orgId: optionalIdOf('organisation'),
      ...onDay,
    }),
    data: teachingMatrix,
  }),
  teachingStaff: route({
    method: 'GET',
    path: `${base}/inSubjectStaff`,
    title: '可任课人员',
    access: 'teaching.edit',
    query: z.object({ orgId: optionalIdOf('organisation') }),
    data: z.array(
      z.object({
        id: idOf('membership'),
        name: z.string(),
        subject: z.string(),
        pinyin: z.string(),
        initials: z.string(),
      }),
    ),
  }),
  saveSheet: route({
    method: 'POST',
    path: `${base}/saveInSubjects`,
    title: '批量安排任课',
    access: 'teaching.edit',
    body: teachingSheetForm,
    data: teachingSheetResult,
  }),
  assign: route({
    method: 'POST',
    path: `${base}/saveInSubject`,
    title: '安排任课',
    access: 'teaching.edit',
    body: assignForm,
    data: z.object({ changed: z.int() }),
  }),
  endAssignment: route({
    method: 'POST',
    path: `${base}/endInSubject`,
    title: '结束任课',
    access: 'teaching.edit',
    /** Refused with the number of lessons (`lessonsLeft`) if nobody is named for those after the last day. */
    body: endAssignmentForm,
    data: z.null(),
  }),
  copyTeaching: route({
    method: 'POST',
    path: `${base}/copyInSubject`,
    title: '从上学期复制任课',
    access: 'teaching.edit',
    /** Without a grade, all classes of the school; the school defaults to the caller's own. */
    body: z.object({
      fromTermId: idOf('term'),
      toTermId: idOf('term'),
      gradeId: optionalIdOf('grade'),
      orgId: optionalIdOf('organisation'),
    }),
    data: teachingSheetResult.extend({ left: skippedTeaching }),
  }),
  saveGroup: route({
    method: 'POST',
    path: `${base}/saveGroup`,
    title: '保存教学班',
    access: 'teaching.edit',
    body: z.object({
      id: optionalIdOf('teaching-group'),
      termId: idOf('term'),
      gradeId: idOf('grade'),
      subjectId: idOf('subject'),
      name: z.string().trim().min(1, '请填写教学班名称').max(30, '教学班名称不超过30字'),
      capacity: z.int().min(1).max(500).nullable(),
      version: z.int().default(0),
    }),
    data: z.object({ id: idOf('teaching-group') }),
  }),
  /** 任课 of the current term at the caller's school: number of cells, and number of cells without a teacher. */
  teachingGaps: route({
    method: 'GET',
    path: `${base}/teachingGaps`,
    title: '任课安排进度',
    access: 'class.read',
    data: z
      .object({
        termName: z.string(),
        total: z.int(),
        open: z.int(),
        /** Classes with gaps, the most gaps first. */
        classes: z.array(z.object({ id: idOf('class'), label: z.string(), open: z.int() })),
      })
      /** Null when the caller is at no school, has only a part of it in scope, or no term exists yet. */
      .nullable(),
  }),
  myClass: route({
    method: 'GET',
    path: '/api/users/myClass',
    title: '我的班级',
    access: 'staff',
    query: z.object({ ...onDay }),
    data: z.array(myClass),
  }),
}
