import { educationSystems, orgTypes, properties, stages } from '#kernel/org/contract.ts'
import { ethnicities } from '../contract.ts'
import type { BuiltInConstant, BuiltInType } from './platform-constants.ts'

/** Codes 1, 2, 3 … in the order of the names. */
export const toNumberedItems = (...names: string[]): BuiltInConstant[] =>
  names.map((name, at) => ({ code: String(at + 1), name }))
export const toCodedItems = (names: Readonly<Record<string, string>>): BuiltInConstant[] =>
  Object.entries(names).map(([code, name]) => ({ code, name }))

export const builtInConstants: readonly BuiltInType[] = [
  // Facts about people. Ethnic groups and sex follow national standards.

  {
    code: 'nation',
    name: '民族',
    about: '国家标准 GB/T 3304 的 56 个民族',
    sort: 10,
    isFixed: true,
    items: ethnicities.map(({ code, title }) => ({ code, name: title })),
  },
  {
    code: 'sex',
    name: '性别',
    about: '与身份证号一致',
    sort: 11,
    isFixed: true,
    items: toNumberedItems('男', '女'),
  },
  {
    code: 'diploma',
    name: '学历',
    about: '教职工的最高学历，编码按国家标准 GB/T 4658',
    sort: 12,
    mayAdd: true,
    // Integer-like keys of an object are iterated in numeric order, which is the wanted order here.
    items: toCodedItems({
      11: '博士研究生',
      14: '硕士研究生',
      21: '本科',
      31: '专科',
      41: '中专',
      44: '职业高中',
      47: '技工学校',
      61: '高中',
      71: '初中',
      81: '小学',
      90: '其他',
    }),
  },
  {
    code: 'teacherLevel',
    name: '职称',
    about: '中小学、中职教师和其他专业技术职务',
    sort: 13,
    mayAdd: true,
    items: [
      ...toNumberedItems('正高级教师', '高级教师', '一级教师', '二级教师', '三级教师', '未定级'),
      { code: '11', name: '正高级讲师' },
      { code: '12', name: '高级讲师' },
      { code: '13', name: '讲师' },
      { code: '14', name: '助理讲师' },
      { code: '90', name: '其他' },
    ],
  },

  // Facts about organisations. They are fixed because code depends on their values.

  {
    code: 'stage',
    name: '学段',
    about: '学校和班级的学段',
    sort: 20,
    isFixed: true,
    items: toCodedItems(stages),
  },
  {
    code: 'orgType',
    name: '机构类型',
    about: '组织机构的类型',
    sort: 21,
    isFixed: true,
    items: Object.values(orgTypes)
      .map(({ code, title }) => ({ code: String(code), name: title }))
      .toSorted((a, b) => a.code.localeCompare(b.code)),
  },
  {
    code: 'orgProperty',
    name: '办别',
    about: '学校的举办者',
    sort: 22,
    isFixed: true,
    items: toCodedItems(properties),
  },
  {
    code: 'educationSystem',
    name: '学制',
    about: '学校的学制',
    sort: 23,
    isFixed: true,
    items: toCodedItems(educationSystems),
  },
  {
    code: 'orgKind',
    name: '办学类型',
    about: '教育事业统计的学校类型',
    sort: 24,
    items: toCodedItems({
      11: '幼儿园',
      21: '小学',
      22: '成人小学',
      31: '普通初中',
      32: '职业初中',
      33: '成人初中',
      34: '普通高中',
      35: '成人高中',
      36: '中等职业学校',
      51: '特殊教育学校',
      52: '专门学校',
    }),
  },
]
