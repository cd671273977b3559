import { findContribution, type Ctx } from '#packages/core'
import type { SettingSchema } from '../contract-schema.ts'
import { closeWindow, examRelease, studentFields, type ExamRelease } from '../contract-specified.ts'
import { choices, day, rows } from './setting-keys.ts'
import { defineSetting, defineTagList } from './setting-types.ts'

// Types with endpoints of their own in the specification. Their applications will read them later.

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The applications available to the caller, by key; the catalogue module depends on this one. */
    applicationNames: (ctx: Ctx) => Promise<Readonly<Record<string, string>>>
  }
}

const unitLevels = ['district', 'cluster', 'school'] as const

export const appClose = defineSetting({
  type: 'appClose',
  title: '应用停用',
  app: '应用中心',
  sort: 20,
  description: '在这些时段内，本单位及下级单位不能使用该应用。',
  levels: unitLevels,
  keys: {
    windows: rows({
      title: '停用时段',
      about: '上级设置的时段对下级同样有效，下级可以增加，不能取消。',
      row: closeWindow,
      unit: '个时段',
      most: 100,
      fields: () => [
        // The options depend on the caller and are filled in later.
        { key: 'fAppKey', title: '应用', kind: 'choice', isRequired: true, options: [] },
        { key: 'from', title: '开始时间', kind: 'dateTime', isRequired: true },
        { key: 'to', title: '结束时间', kind: 'dateTime', isRequired: true },
        { key: 'reason', title: '原因', kind: 'text', isRequired: true },
      ],
    }),
  },
})

/** The schema of a type with the applications that can be chosen. */
export async function withApplications(ctx: Ctx, schema: SettingSchema): Promise<SettingSchema> {
  if (schema.type !== appClose.type) return schema
  const names = (await findContribution(ctx, 'applicationNames')?.(ctx)) ?? {}
  const options = Object.entries(names).map(([value, label]) => ({ value, label }))
  return {
    ...schema,
    keys: schema.keys.map(({ control, ...key }) => ({
      ...key,
      control:
        control.kind === 'rows'
          ? {
              ...control,
              fields: control.fields.map((field) => (field.key === 'fAppKey' ? { ...field, options } : field)),
            }
          : control,
    })),
  }
}

/** The periods in which applications are closed in an organisation, by itself or by one above. */
export const closingsAt = async (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) =>
  (await appClose.read(ctx, orgPath)).windows

export const examReleases = defineSetting({
  type: 'examRelease',
  isReserved: true,
  title: '成绩发布',
  app: '考试',
  description: '各场考试的成绩从什么时候起可以查看，哪些年级、班级或学科暂不发布。',
  levels: unitLevels,
  keys: {
    exams: rows({
      title: '考试',
      about: '上级规定的发布时间较晚时，以上级为准。',
      row: examRelease,
      unit: '场考试',
      most: 200,
      fields: () => [
        { key: 'fId', title: '考试编号', kind: 'text', isRequired: true },
        { key: 'fName', title: '考试名称', kind: 'text', isRequired: true },
        { key: 'fStartDate', title: '发布时间', kind: 'dateTime', isRequired: true },
        { key: 'notRelease', title: '暂不发布', kind: 'list', isRequired: false },
      ],
    }),
  },
})

export const studentRecord = defineSetting({
  type: 'stuRecord',
  isReserved: true,
  title: '学生信息开放填写',
  app: '学生',
  description: '在规定的日期内，家长和班主任可以填写或修改学生信息中的哪些内容。',
  levels: unitLevels,
  keys: {
    openFields: choices({
      title: '开放的内容',
      about: '没有选中的内容只能由学籍管理员修改。',
      options: studentFields,
      standard: [],
    }),
    from: day({ title: '开始日期', about: '从这一天起可以填写，不填为不限。' }),
    to: day({ title: '结束日期', about: '到这一天为止可以填写，不填为不限。' }),
  },
})

/**
 * Combines the entries of several levels for the same exam: the latest date counts, and every hidden part is hidden.
 */
export function strictest(entries: readonly ExamRelease[]): ExamRelease[] {
  const exams = new Map<string, ExamRelease>()
  for (const exam of entries) {
    const before = exams.get(exam.id)
    exams.set(exam.id, {
      ...exam,
      startDate:
        before && Date.parse(before.startDate) > Date.parse(exam.startDate) ? before.startDate : exam.startDate,
      notRelease: [...new Set([...(before?.notRelease ?? []), ...exam.notRelease])],
    })
  }
  return [...exams.values()]
}

// Reserved tag lists. Each is shown once the application that reads it exists.
const reservedLists = Object.entries({
  leaveReason: ['请假事由', '请假'],
  visitTopic: ['家访主题', '家访'],
  consultKind: ['咨询分类', '咨询'],
  behaviourTag: ['行为标签', '德育'],
  assetKind: ['资产分类', '资产'],
  newsColumn: ['新闻栏目', '新闻'],
  remarkPhrase: ['常用评语', '评语'],
} as const).map(([type, [title, app]]) =>
  defineTagList({
    type,
    title,
    app,
    levels: unitLevels,
    isReserved: true,
    description: '停用的标签不能再选，已有的记录仍然显示。',
  }),
)

export const specifiedSettings = [appClose, examReleases, studentRecord, ...reservedLists]
