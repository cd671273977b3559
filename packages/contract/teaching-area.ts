/** The twelve areas of teaching affairs (教务); the keys are those of the wire. */
export const teachingAreas = {
  class: '班级',
  grade: '年级',
  subject: '学科',
  term: '学期',
  gradeName: '年级名称',
  classTime: '作息时间',
  courseTable: '课程表',
  inSubject: '任课',
  courseImport: '课表导入',
  profession: '专业',
  student: '学生',
  permission: '教务权限',
} as const
export type TeachingArea = keyof typeof teachingAreas

/** What somebody may do in an area besides visiting it; the codes are those of the wire. */
export const teachingFunctions = {
  add: '新增',
  edit: '编辑',
  delete: '删除',
  sort: '排序',
  import: '导入',
  export: '导出',
  print: '打印',
  merge: '合并',
  split: '拆分',
  promote: '升级',
  move: '异动',
  status: '状态',
  publish: '发布',
  lock: '封存',
  auto: '自动',
} as const
export type TeachingFunction = keyof typeof teachingFunctions
