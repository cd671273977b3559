import { z } from 'zod'
import { defineEvent, enumOf, idOf, labels, optionalIdOf, routesOf } from '#packages/contract'
import { manifest as student } from '#kernel/student/manifest.ts'
import { cell, periodId, ruleForm, storedRule, weekRule } from './contract-rules.ts'
import { manifest } from './manifest.ts'

export {
  ruleKinds,
  timetableRule,
  weekRules,
  type Cell,
  type RuleForm,
  type StoredRule,
  type TimetableRule,
  type TimetableRuleKind,
  type WeekRule,
} from './contract-rules.ts'

export const timetableStatuses = labels({
  draft: { label: '草稿', tone: 'closed', isNormal: true },
  checked: { label: '已校验', tone: 'info' },
  published: { label: '已发布', tone: 'success' },
  archived: { label: '已归档', tone: 'closed', isNormal: true },
})
export type TimetableStatus = keyof typeof timetableStatuses

export const lessonStatuses = labels({
  planned: { label: '正常', tone: 'closed', isNormal: true },
  changed: { label: '已调', tone: 'warning' },
  cancelled: { label: '停课', tone: 'closed' },
})
export type LessonStatus = keyof typeof lessonStatuses

const text = (most: number, title: string) =>
  z.string().trim().min(1, `请填写${title}`).max(most, `${title}不超过${most}字`)
const id = z.object({ id: idOf('timetable') })
const ofTerm = z.object({ termId: idOf('term'), orgId: optionalIdOf('organisation') })
const member = z.object({ id: idOf('membership'), name: z.string() })

export const timetableRow = z.object({
  id: idOf('timetable'),
  orgId: idOf('organisation'),
  termId: idOf('term'),
  termName: z.string(),
  name: z.string(),
  status: enumOf(timetableStatuses),
  /** From when a published version holds; it ends where the next one begins. */
  effectiveOn: z.iso.date().nullable(),
  /** Whether it holds today. */
  isCurrent: z.boolean(),
  lessons: z.int(),
  unplaced: z.int(),
  createdBy: z.string(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})
export type TimetableRow = z.output<typeof timetableRow>

export const slot = z.object({
  id: idOf('timetable-slot'),
  groupId: idOf('teaching-group'),
  weekday: z.int().min(1).max(7).nullable(),
  periodId: periodId.nullable(),
  weekRule,
  weeks: z.array(z.int()),
  roomId: idOf('room').nullable(),
  /** Its own teachers, or else those of its group. */
  teacherIds: z.array(idOf('membership')),
  isLocked: z.boolean(),
})
export type Slot = z.output<typeof slot>

/** Kinds of periods in which a timetable has lessons; the others are breaks in it. */
export const teachingKinds: readonly string[] = ['reading', 'lesson', 'evening']

const period = z.object({
  id: periodId,
  name: z.string(),
  begins: z.string(),
  ends: z.string(),
  kind: z.enum(['reading', 'lesson', 'break', 'noon', 'care', 'evening']),
})
export type TimetablePeriod = z.output<typeof period>

/** A whole version: the pages derive the views by class, teacher and room from it. */
export const timetableContent = z.object({
  timetable: timetableRow,
  weekdays: z.array(z.int()),
  periods: z.array(period),
  classes: z.array(z.object({ id: idOf('class'), label: z.string(), gradeId: idOf('grade'), gradeName: z.string() })),
  groups: z.array(
    z.object({
      id: idOf('teaching-group'),
      label: z.string(),
      subjectId: idOf('subject'),
      subjectName: z.string(),
      shortName: z.string(),
      kind: z.enum(['class', 'free']),
      classId: idOf('class').nullable(),
      gradeId: idOf('grade'),
      teacherIds: z.array(idOf('membership')),
      weekHours: z.number(),
      roomId: idOf('room').nullable(),
      /** The classes of the pupils of a free group. */
      classIds: z.array(idOf('class')),
      pupilCount: z.int(),
    }),
  ),
  teachers: z.array(member),
  rooms: z.array(z.object({ id: idOf('room'), name: z.string(), capacity: z.int().nullable() })),
  slots: z.array(slot),
  /** The day by which names, teachers and times are taken. */
  day: z.iso.date(),
})
export type TimetableContent = z.output<typeof timetableContent>

export const cellStates = {
  free: '可直接放入',
  swap: '可互换',
  same: '同一科目',
  held: '当前位置',
  blocked: '不可放',
} as const
export type CellState = keyof typeof cellStates

/** Whether the held lesson may go to a cell, and why not. */
const judgement = cell.extend({
  state: enumOf(cellStates),
  /** At most ten characters or so: 陈国栋在八(1)班. */
  text: z.string(),
  detail: z.string(),
  /** The lesson that it changes places with. */
  swapSlotId: idOf('timetable-slot').nullable(),
  /** Lower is better; only of cells that are possible. */
  cost: z.number(),
})
export type CellJudgement = z.output<typeof judgement>

/** One step of editing. `from` is where the client saw the lesson: another place means that somebody else moved it. */
const slotChange = z.object({
  slotId: idOf('timetable-slot'),
  from: cell.nullable(),
  to: cell.nullable(),
  roomId: idOf('room').nullable().optional(),
  isLocked: z.boolean().optional(),
})
export type SlotChange = z.output<typeof slotChange>

export const problemLevels = labels({
  hard: { label: '冲突', tone: 'error' },
  soft: { label: '提醒', tone: 'warning' },
})
const problem = z.object({
  level: enumOf(problemLevels),
  code: z.string(),
  message: z.string(),
  slotIds: z.array(idOf('timetable-slot')),
})
export type TimetableProblem = z.output<typeof problem>

export const runStatuses = labels({
  waiting: { label: '等待中', tone: 'info' },
  running: { label: '排课中', tone: 'info' },
  solved: { label: '已排好', tone: 'success' },
  partial: { label: '部分排好', tone: 'warning' },
  refused: { label: '要求矛盾', tone: 'error' },
  failed: { label: '未完成', tone: 'error' },
  stopped: { label: '已停止', tone: 'closed' },
})
export const runReport = z.object({
  problems: z.array(z.object({ code: z.string(), message: z.string() })).default([]),
  difficult: z.array(z.string()).default([]),
  drafts: z
    .array(
      z.object({
        timetableId: idOf('timetable'),
        name: z.string(),
        seconds: z.number(),
        placed: z.int(),
        unplaced: z.int(),
        /** Broken wishes; fewer are better. */
        soft: z.int(),
      }),
    )
    .default([]),
})
export type RunReport = z.output<typeof runReport>
export const run = z.object({
  id: idOf('timetable-run'),
  timetableId: idOf('timetable'),
  status: enumOf(runStatuses),
  seconds: z.int(),
  report: runReport,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type TimetableRun = z.output<typeof run>

/** A lesson of a day, as everybody reads it. */
export const dayLesson = z.object({
  id: idOf('lesson'),
  day: z.iso.date(),
  periodId,
  periodName: z.string(),
  begins: z.string(),
  ends: z.string(),
  groupId: idOf('teaching-group'),
  subjectId: idOf('subject'),
  subjectName: z.string(),
  /** 七(3)班, or the name of a free group. */
  groupName: z.string(),
  classId: idOf('class').nullable(),
  teachers: z.array(z.object({ id: idOf('membership'), name: z.string() })),
  roomName: z.string(),
  status: enumOf(lessonStatuses),
  remark: z.string(),
})
export type DayLesson = z.output<typeof dayLesson>

const weekView = z.object({
  days: z.array(z.object({ day: z.iso.date(), label: z.string(), remark: z.string(), hasLessons: z.boolean() })),
  periods: z.array(period),
  lessons: z.array(dayLesson),
  /** The week of the term; null in the holidays. */
  weekNo: z.int().nullable(),
})
export type WeekView = z.output<typeof weekView>

const staffWeek = weekView.extend({
  /** Of the caller's own week, if the day that was asked for has no lessons: the next school day. */
  nextDay: z.object({ day: z.iso.date(), lessons: z.array(dayLesson) }).nullable(),
})
export type StaffWeek = z.output<typeof staffWeek>

/** A lesson of the day as the specification describes it. */
const dayCourse = z
  .object({
    courseName: z.string(),
    subjectName: z.string(),
    teacherNames: z.string(),
    start: z.string(),
    end: z.string(),
    remark: z.string(),
  })
  .meta({ id: 'DayCourse' })
export type DayCourse = z.output<typeof dayCourse>

export const publishPreview = z.object({
  effectiveOn: z.iso.date(),
  lessons: z.int(),
  days: z.int(),
  teachers: z.int(),
  classes: z.int(),
  /** Lessons from that day on that were changed by hand and stay as they are. */
  kept: z.array(z.object({ id: idOf('lesson'), day: z.iso.date(), title: z.string(), remark: z.string() })),
  keptCount: z.int(),
  problems: z.array(problem),
  unplaced: z.int(),
})
export type PublishPreview = z.output<typeof publishPreview>

export const timetablePublished = defineEvent(
  'timetable.published',
  z.object({ timetableId: idOf('timetable'), orgId: idOf('organisation'), effectiveOn: z.iso.date() }),
  { description: 'A timetable was published; the lessons from its day on are written.' },
)
export const lessonsChanged = defineEvent(
  'lesson.changed',
  z.object({
    orgId: idOf('organisation'),
    from: z.iso.date(),
    to: z.iso.date(),
    lessonIds: z.array(idOf('lesson')).max(500),
  }),
  { description: 'Lessons of these days were written again or changed by hand.' },
)

const route = routesOf(manifest, student)
const base = '/api/timetable'

export const timetableApi = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    title: '课表版本',
    access: 'timetable.read',
    query: ofTerm.extend({ termId: optionalIdOf('term') }),
    data: z.array(timetableRow),
  }),
  content: route({
    method: 'GET',
    path: `${base}/content`,
    title: '课表内容',
    access: 'timetable.read',
    query: id,
    data: timetableContent,
  }),
  create: route({
    method: 'POST',
    path: `${base}/create`,
    title: '新建课表',
    access: 'timetable.edit',
    /** With a version to copy, its lessons keep their places; otherwise all lessons of the assignments wait for one. */
    body: ofTerm.extend({ name: text(40, '名称'), copyId: optionalIdOf('timetable') }),
    data: id,
  }),
  rename: route({
    method: 'POST',
    path: `${base}/rename`,
    title: '重命名课表',
    access: 'timetable.edit',
    body: id.extend({ name: text(40, '名称'), version: z.int() }),
    data: id,
  }),
  remove: route({
    method: 'POST',
    path: `${base}/delete`,
    title: '删除课表草稿',
    access: 'timetable.edit',
    body: id,
    data: z.null(),
  }),
  /** Adds lessons that the assignments have and the draft lacks, and removes those that nobody teaches any more. */
  fill: route({
    method: 'POST',
    path: `${base}/fill`,
    title: '按任课更新课表',
    access: 'timetable.edit',
    body: id,
    data: z.object({ added: z.int(), removed: z.int() }),
  }),
  judge: route({
    method: 'GET',
    path: `${base}/judge`,
    title: '判断可放的节次',
    access: 'timetable.edit',
    query: z.object({ slotId: idOf('timetable-slot') }),
    data: z.array(judgement),
  }),
  change: route({
    method: 'POST',
    path: `${base}/change`,
    title: '调整课表',
    access: 'timetable.edit',
    body: id.extend({ changes: z.array(slotChange).min(1).max(200) }),
    data: z.object({ version: z.int(), slots: z.array(slot) }),
  }),
  /** Finds conflicts and wishes that are not met. A draft without conflicts is checked until its next change. */
  check: route({
    method: 'POST',
    path: `${base}/check`,
    title: '校验课表',
    access: 'timetable.edit',
    body: id,
    data: z.object({ problems: z.array(problem), status: enumOf(timetableStatuses) }),
  }),
  rules: route({
    method: 'GET',
    path: `${base}/rules`,
    title: '排课要求',
    access: 'timetable.read',
    query: ofTerm,
    data: z.array(storedRule),
  }),
  saveRule: route({
    method: 'POST',
    path: `${base}/saveRule`,
    title: '保存排课要求',
    access: 'timetable.edit',
    body: ruleForm,
    data: z.object({ id: idOf('timetable-rule') }),
  }),
  deleteRule: route({
    method: 'POST',
    path: `${base}/deleteRule`,
    title: '删除排课要求',
    access: 'timetable.edit',
    body: z.object({ id: idOf('timetable-rule') }),
    data: z.null(),
  }),
  copyRules: route({
    method: 'POST',
    path: `${base}/copyRules`,
    title: '从上学期复制排课要求',
    access: 'timetable.edit',
    body: z.object({ fromTermId: idOf('term'), toTermId: idOf('term'), orgId: optionalIdOf('organisation') }),
    data: z.object({ copied: z.int() }),
  }),
  /** What contradicts itself, before the solver starts. */
  precheck: route({
    method: 'GET',
    path: `${base}/precheck`,
    title: '排课前检查',
    access: 'timetable.auto',
    query: id,
    data: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
  solve: route({
    method: 'POST',
    path: `${base}/solve`,
    title: '自动排课',
    access: 'timetable.auto',
    body: id.extend({
      seconds: z.int().min(5).max(300).default(60),
      drafts: z.int().min(1).max(3).default(1),
    }),
    data: z.object({ runId: idOf('timetable-run'), taskId: idOf('task') }),
  }),
  runs: route({
    method: 'GET',
    path: `${base}/runs`,
    title: '排课记录',
    access: 'timetable.auto',
    query: id,
    data: z.array(run),
  }),
  publishPreview: route({
    method: 'GET',
    path: `${base}/publishPreview`,
    title: '发布课表预览',
    access: 'timetable.publish',
    query: id.extend({ effectiveOn: z.iso.date() }),
    data: publishPreview,
  }),
  publish: route({
    method: 'POST',
    path: `${base}/publish`,
    title: '发布课表',
    access: 'timetable.publish',
    body: id.extend({ effectiveOn: z.iso.date('请选择生效日期'), version: z.int() }),
    data: z.object({ taskId: idOf('task') }),
  }),
  /** The lessons of a week of a class, a colleague or a room; without any of them, the caller's own. */
  week: route({
    method: 'GET',
    path: `${base}/week`,
    title: '一周课表',
    access: 'staff',
    query: z.object({
      day: z.iso.date().optional(),
      classId: optionalIdOf('class'),
      userId: optionalIdOf('membership'),
      roomId: optionalIdOf('room'),
    }),
    data: staffWeek,
  }),
  /** The lessons of a child. */
  childWeek: route({
    method: 'GET',
    path: `${base}/childWeek`,
    title: '孩子的课表',
    access: 'family.use',
    audience: ['pupil', 'guardian'],
    query: z.object({ studentId: idOf('student'), day: z.iso.date().optional() }),
    data: weekView,
  }),
  /** The caller's lessons of the term as a calendar file. */
  calendarFile: route({
    method: 'GET',
    path: `${base}/calendarFile`,
    title: '课表日历文件',
    access: 'staff',
    query: z.object({}),
    data: z.object({ name: z.string(), text: z.string() }),
  }),
  myDayCourse: route({
    method: 'GET',
    path: '/api/users/myDayCourse',
    title: '我的今日课程',
    access: 'staff',
    query: z.object({ day: z.iso.date().optional() }),
    data: z.array(dayCourse),
  }),
}
