import { z } from 'zod'
import {
  choice,
  computed,
  date,
  datetime,
  decimal,
  entitiesOf,
  entityRoutes,
  flag,
  integer,
  labels,
  organisation,
  person,
  reference,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { coverKinds, coverSources, coverStatuses } from '#engines/cover/contract.ts'
import { manifest } from './manifest.ts'

const entity = entitiesOf(manifest)
const server = { write: 'server', show: 'list' } as const
const hidden = { write: 'server', show: 'none' } as const

/** By stage and year, the same for all schools. The last year of a middle school is 初三, also of one with four years. */
export const coverGrades = labels({
  '2-1': '一年级',
  '2-2': '二年级',
  '2-3': '三年级',
  '2-4': '四年级',
  '2-5': '五年级',
  '2-6': '六年级',
  '3-0': '初预',
  '3-1': '初一',
  '3-2': '初二',
  '3-3': '初三',
  '4-1': '高一',
  '4-2': '高二',
  '4-3': '高三',
})
export const coverTerms = labels({ current: '本学期', last: '上学期' })
const weeks = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [String(at + 1), `第${at + 1}周`]))

/** 代调课记录: one row a lesson that is or was to be changed. */
export const coverRecord = entity('cover-record', {
  title: '代调课记录',
  measure: '条',
  versioned: false,
  access: { read: 'cover.read' },
  scope: { org: 'org', class: 'class' },
  fields: {
    day: date('日期', { ...server, column: 'day_on', required: true, width: 136 }),
    /** 第12周 周四 第3节 */
    slot: computed('节次', z.string(), { width: 144 }),
    /** 八(2)班, or the name of a group of several classes. */
    className: computed('班级', z.string(), { width: 112 }),
    subject: reference('subject', 'v_subject')('学科', { ...server, column: 'subject_id', required: true, width: 96 }),
    kind: choice('类型', coverKinds, { ...server, required: true, width: 88 }),
    fromTeacher: person('原任教师', { ...server, column: 'from_person_id', width: 96 }),
    /** In a swap the other teacher. */
    toTeacher: person('代课/对调教师', { ...server, column: 'to_person_id', width: 120 }),
    /** 11-20 周五 第4节 */
    moved: computed('调至', z.string(), { width: 144, dropAt: 2 }),
    source: choice('来源', coverSources, { ...server, visibleWith: 'cover.arrange', width: 96, dropAt: 3 }),
    credit: decimal('课时', { ...server, unit: '节', required: true, width: 72, dropAt: 4 }),
    isBackfilled: flag('补登', { ...server, dropAt: 5 }),
    status: status('状态', coverStatuses, { width: 120 }),
    org: organisation('单位', { ...server, column: 'org_id', required: true, dropAt: 6 }),
    class: reference('class', 'v_class')('班级', { ...server, column: 'class_id' }),
    requestId: text('申请', { ...server, max: 36 }),
    // What the texts above are made of.
    begins: text('上课时间', { ...hidden, max: 8 }),
    gradeId: text('年级', { ...hidden, max: 36 }),
    periodId: text('节次', { ...hidden, max: 36 }),
    groupName: text('教学班', { ...hidden, max: 60 }),
    toDay: date('调至日期', { ...hidden, column: 'to_day_on' }),
    toPeriodId: text('调至节次', { ...hidden, max: 36 }),
    chainNo: integer('第几次转代', { ...server, required: true }),
    /** A→B→C, the earliest first; empty without a chain. */
    chain: computed('代课链', z.string(), { show: 'detail' }),
    createdAt: datetime('申请时间'),
  },
  name: 'day',
  list: {
    columns: [
      'slot',
      'className',
      'subject',
      'kind',
      'fromTeacher',
      'toTeacher',
      'moved',
      'source',
      'credit',
      'isBackfilled',
      'org',
      'status',
    ],
    filters: ['day', 'kind', 'status', 'class', 'subject', 'fromTeacher', 'toTeacher', 'isBackfilled'],
    extraFilters: {
      term: { label: '学期', options: coverTerms },
      week: { label: '周次', options: weeks },
      grade: { label: '年级', options: coverGrades },
      /** Answered to those who may see it. */
      source: { label: '来源', options: coverSources },
    },
    search: ['fromTeacher', 'toTeacher'],
    order: ['-day', '-begins'],
  },
  form: [],
  detail: ['chain', 'createdAt'],
  export: { isOfPeople: false },
})
export interface CoverRecord extends RowOf<typeof coverRecord> {}

export const coverRecordApi = entityRoutes(coverRecord, {
  path: '/api/tiaoke/record',
  actions: ['list', 'get'],
  paths: { list: '/api/tiaoke/page' },
})
