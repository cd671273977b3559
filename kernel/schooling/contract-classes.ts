import { z } from 'zod'
import {
  defineEvent,
  enumOf,
  idOf,
  intParam,
  optionalIdOf,
  pageOf,
  pageQuery,
  routesOf,
  wireObject,
} from '#packages/contract'
import { emptyDetails } from '#kernel/org/contract.ts'
import { manifest } from './manifest.ts'
import { teachingRoutes } from './contract-teaching.ts'
import { requiredDay } from './contract-time.ts'

const route = routesOf(manifest)
const text = (most: number, title: string) => z.string().trim().max(most, `${title}不超过${most}字`)
const ids = (kind: string, most = 200) => z.array(idOf(kind)).min(1, '请选择').max(most, `一次最多${most}个`)
/** Grade names and head counts are those of this day; today by default. */
const onDay = { on: z.iso.date().optional() }

export const grade = wireObject(
  {
    id: idOf('grade'),
    orgId: idOf('organisation'),
    stage: z.int(),
    startYear: z.int(),
    years: z.int(),
    /** 七年级 on the requested day; 2026级 before the grade starts and after it has left. */
    name: z.string(),
    /** 1 for the first year; 0 or less before, more than `years` after. */
    yearNo: z.int(),
    headId: idOf('membership').nullable(),
    headName: z.string(),
    classCount: z.int(),
    totalCount: z.int(),
    version: z.int(),
  },
  { id: 'fGradeID', orgId: 'fOrgId', name: 'gradeName', classCount: 'classCnt', totalCount: 'totalCnt' },
).meta({ id: 'Grade' })
export type Grade = z.output<typeof grade>

export const classStates = { open: '正常', merged: '已并班', graduated: '已毕业', closed: '已撤销' } as const
export type ClassState = keyof typeof classStates

export const classClosed = defineEvent(
  'class.closed',
  z.object({ classId: idOf('class'), orgId: idOf('organisation'), closedOn: z.iso.date().nullable() }),
  { description: 'A class was merged or closed from a day on; without a day it was opened again.' },
)

export const schoolClass = wireObject(
  {
    id: idOf('class'),
    orgId: idOf('organisation'),
    orgName: z.string(),
    gradeId: idOf('grade'),
    gradeName: z.string(),
    /** 3班, 向日葵班. */
    name: z.string(),
    /** 七(3)班. */
    label: z.string(),
    code: z.string(),
    profession: z.string(),
    teacherId: idOf('membership').nullable(),
    teacherName: z.string(),
    viceName: z.string(),
    roomId: idOf('room').nullable(),
    roomName: z.string(),
    maleCount: z.int(),
    femaleCount: z.int(),
    totalCount: z.int(),
    /** The URL of the class picture; empty without a picture. */
    logo: z.string(),
    /** The file of the picture. */
    logoFiles: z.array(idOf('file')),
    startYear: z.int(),
    /** The year in which the class leaves school. */
    leavesIn: z.int(),
    stage: z.int(),
    sort: z.int(),
    state: enumOf(classStates),
    version: z.int(),
  },
  {
    id: 'fClassId',
    orgId: 'fOrgId',
    gradeId: 'fGradeID',
    name: 'fName',
    teacherName: 'classTeacher',
    femaleCount: 'femaleCnt',
    totalCount: 'totalCnt',
    leavesIn: 'overSchoolTime',
  },
).meta({ id: 'Class' })
export type SchoolClass = z.output<typeof schoolClass>

/** A node of the tree of grades and classes. The tree is not paged: a school has at most a few hundred nodes. */
export const classTree = z.object({
  orgId: idOf('organisation'),
  orgName: z.string(),
  /** False when the caller's scope is only classes that they teach or lead. */
  isWhole: z.boolean(),
  grades: z.array(
    z.object({
      id: idOf('grade'),
      name: z.string(),
      stage: z.int(),
      startYear: z.int(),
      count: z.int(),
      classes: z.array(
        z.object({
          id: idOf('class'),
          name: z.string(),
          label: z.string(),
          teacherName: z.string(),
          count: z.int(),
        }),
      ),
    }),
  ),
})
export type ClassTree = z.output<typeof classTree>

const classFacts = {
  name: text(20, '班级名称').min(1, '请输入班级名称'),
  code: text(20, '编号'),
  profession: text(30, '专业'),
  roomId: optionalIdOf('room'),
  /** The class picture: one uploaded file or none; undefined keeps the picture. */
  logoFiles: z.array(idOf('file')).max(1, '班级图片只有一张').optional(),
}
export const classForm = z.object({
  id: optionalIdOf('class'),
  gradeId: idOf('grade'),
  ...classFacts,
  /** The class teacher from today on, or null for none; undefined keeps the class teacher. */
  head: z.object({ userId: optionalIdOf('membership') }).optional(),
  version: z.int().default(0),
})
export type ClassForm = z.output<typeof classForm>

/** Creates grades and classes of a school together: for each stage and year, 1班 to n班. Existing classes stay. */
export const generateForm = z.object({
  orgId: optionalIdOf('organisation'),
  grades: z
    .array(
      z.object({
        stage: z.int().min(1).max(6),
        startYear: z.int().min(1990).max(2100),
        years: z.int().min(1).max(9).optional(),
        classes: z.int().min(0, '班级数不能小于0').max(60, '每个年级最多60个班'),
      }),
    )
    .min(1, '请选择年级')
    .max(30),
})
export type GenerateForm = z.output<typeof generateForm>

export const classTeacherRoles = { head: '班主任', vice: '副班主任', life: '生活老师' } as const
export type ClassTeacherRole = keyof typeof classTeacherRoles
export const classTeacher = z.object({
  id: idOf('class-teacher'),
  classId: idOf('class'),
  userId: idOf('membership'),
  name: z.string(),
  role: enumOf(classTeacherRoles),
  startsOn: z.iso.date(),
  /** The last day; null without an end. */
  endsOn: z.iso.date().nullable(),
})
export type ClassTeacher = z.output<typeof classTeacher>
/** Sets the head of a class from a day on and ends the previous one on the day before. Null sets no head. */
export const classTeacherForm = z.object({
  items: z
    .array(z.object({ classId: idOf('class'), userId: idOf('membership').nullable() }))
    .min(1, '请选择班级')
    .max(100, '一次最多100个班级'),
  role: enumOf(classTeacherRoles).default('head'),
  from: requiredDay('开始日期'),
})
export type ClassTeacherForm = z.output<typeof classTeacherForm>

/**
 * The steps of setting up a school. Whether a step is done is derived from the data, so the set-up can be interrupted.
 */
export const setUpSteps = {
  facts: '核对学校信息',
  terms: '学期',
  periods: '作息时间',
  classes: '年级班级',
  staff: '教师',
  teachers: '班主任',
  students: '学生',
  finish: '完成',
} as const
export type SetUpStep = keyof typeof setUpSteps
export const setUpStep = enumOf(setUpSteps)
export const setUp = z.object({
  orgId: idOf('organisation'),
  orgName: z.string(),
  stages: z.array(z.int()),
  steps: z.array(
    z.object({
      key: setUpStep,
      /** `skipped`: a user chose 暂不设置. */
      state: z.enum(['done', 'open', 'skipped']),
      /** Summary for the screen: 12个班级. */
      about: z.string(),
    }),
  ),
  isFinished: z.boolean(),
  /** The school has pupils, so staff get no more reminders of the set-up. */
  isRunning: z.boolean(),
})
export type SetUp = z.output<typeof setUp>

const base = '/api/jiaowu'
const ofOrg = z.object({ orgId: optionalIdOf('organisation'), ...onDay })
export const classRoutes = {
  grades: route({
    method: 'GET',
    path: `${base}/gradeList`,
    title: '年级列表',
    access: 'class.read',
    query: ofOrg.extend({ all: intParam({ min: 0, max: 1 }).default(0) }),
    data: z.array(grade),
  }),
  saveGrade: route({
    method: 'POST',
    path: `${base}/saveGrade`,
    title: '保存年级',
    access: 'class.edit',
    body: z.object({
      id: optionalIdOf('grade'),
      orgId: optionalIdOf('organisation'),
      stage: z.int().min(1, '请选择学段').max(6),
      startYear: z.int().min(1990, '请填写入学年份').max(2100, '请填写入学年份'),
      years: z.int().min(1).max(9),
      headId: optionalIdOf('membership'),
      version: z.int().default(0),
    }),
    data: z.object({ id: idOf('grade') }),
  }),
  /**
   * Defaults to the caller's organisation. Only classes in the scope of `class.read`: for a teacher the own classes.
   */
  classTree: route({
    method: 'GET',
    path: `${base}/classTree`,
    title: '年级班级树',
    access: 'class.read',
    query: ofOrg,
    data: classTree,
  }),
  classes: route({
    method: 'GET',
    path: `${base}/classList`,
    title: '班级列表',
    access: 'class.read',
    query: pageQuery.extend({
      orgId: optionalIdOf('organisation'),
      gradeId: optionalIdOf('grade'),
      state: z.string().max(20).default('open'),
      keyword: z.string().trim().max(30).default(''),
      ...onDay,
    }),
    data: pageOf(schoolClass),
  }),
  /** POST, because the keyword may be a person's name and must not appear in a URL. */
  findClasses: route({
    method: 'POST',
    path: `${base}/findClasses`,
    title: '搜索班级',
    access: 'class.read',
    readOnly: true,
    body: z.object({ keyword: z.string().trim().min(1, '请输入关键字').max(30) }),
    data: z.array(
      z.object({
        id: idOf('class'),
        orgId: idOf('organisation'),
        gradeId: idOf('grade'),
        label: z.string(),
        orgName: z.string(),
        teacherName: z.string(),
        totalCount: z.int(),
      }),
    ),
  }),
  classDetail: route({
    method: 'GET',
    path: `${base}/classDetail`,
    title: '班级详情',
    access: 'class.read',
    query: z.object({ id: idOf('class'), ...onDay }),
    data: z.object({
      class: schoolClass,
      teachers: z.array(classTeacher),
      /** Subjects and their teachers on the day. */
      lessons: z.array(z.object({ subject: z.string(), teacherName: z.string(), weekHours: z.number() })),
    }),
  }),
  saveClass: route({
    method: 'POST',
    path: `${base}/saveClass`,
    title: '保存班级',
    access: 'class.edit',
    body: classForm,
    data: z.object({ id: idOf('class') }),
  }),
  generateClasses: route({
    method: 'POST',
    path: `${base}/batchAddClass`,
    title: '批量建班',
    access: 'class.edit',
    body: generateForm,
    data: z.object({ grades: z.int(), classes: z.int() }),
  }),
  sortClasses: route({
    method: 'POST',
    path: `${base}/setClassSort`,
    title: '班级排序',
    access: 'class.edit',
    body: z.object({ ids: ids('class') }),
    data: z.null(),
  }),
  /** Refused when the class has or had pupils: 班级下还有{n}名学生，不能删除. */
  /** Why a class cannot be deleted, or what is deleted with it. */
  deleteClassPreview: route({
    method: 'GET',
    path: `${base}/deleteClassPreview`,
    title: '删除班级预览',
    access: 'class.edit',
    query: z.object({ id: idOf('class') }),
    data: z.object({ label: z.string(), obstacle: z.string(), goes: z.array(z.string()) }),
  }),
  deleteClass: route({
    method: 'POST',
    path: `${base}/deleteClass`,
    title: '删除班级',
    access: 'class.edit',
    body: z.object({ id: idOf('class') }),
    data: z.null(),
  }),
  setClassTeacher: route({
    method: 'POST',
    path: `${base}/setClassTeacher`,
    title: '设置班主任',
    access: 'class.edit',
    body: classTeacherForm,
    data: z.object({ changed: z.int() }),
  }),
  ...teachingRoutes,
  setUp: route({
    method: 'GET',
    path: `${base}/setUp`,
    title: '学校初始化进度',
    access: 'class.edit',
    query: z.object({ orgId: optionalIdOf('organisation') }),
    data: setUp,
  }),
  skipSetUp: route({
    method: 'POST',
    path: `${base}/skipSetUp`,
    title: '跳过或完成初始化步骤',
    access: 'class.edit',
    /** `finish` ends the whole set-up. */
    body: z.object({ orgId: optionalIdOf('organisation'), step: setUpStep, isSkipped: z.boolean() }),
    data: z.null(),
  }),
  /** Fills only empty fields, because the bureau corrects its records itself. The bureau gets a notification. */
  fillFacts: route({
    method: 'POST',
    path: `${base}/fillFacts`,
    title: '补充学校信息',
    access: 'class.edit',
    body: emptyDetails.extend({ orgId: optionalIdOf('organisation') }),
    data: z.null(),
  }),
}
