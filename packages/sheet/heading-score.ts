import { toPinyin } from '#packages/pinyin'
import type { SheetColumn } from './sheet-column.ts'
import { getSimilarity } from './text-similarity.ts'
import { normaliseHeading } from './normalise-heading.ts'

/** Synonyms in lists of people. */
const synonymGroups: readonly (readonly string[])[] = [
  ['姓名', '名字', '人员姓名', '教工', '教师'],
  ['身份证', '证件号', '身份证件号', '居民身份证', '公民身份号', 'id号', '身份证照号'],
  ['手机', '移动电话', '联系电话', '联系方式', '联系手机', '电话', '手机电话', '钉钉手机'],
  ['出生日期', '生日', '出生', '出生年月日'],
  ['参加工作日期', '工作日期', '开始工作日期', '首次参加工作日期'],
  [
    '入职日期',
    '进校日期',
    '到校日期',
    '来校日期',
    '入校日期',
    '到岗日期',
    '来本校日期',
    '进本单位日期',
    '进入本单位日期',
    '来校工作日期',
  ],
  ['部门', '科室', '处室', '组室', '内设机构', '部门名称', '科室名称', '年级组', '教研组'],
  ['职务', '岗位', '行政职务', '担任职务', '岗位名称', '党政职务', '校内职务'],
  ['学历', '文化程度', '学历层次', '全日制学历', '第一学历'],
  ['职称', '专业技术职务', '技术职称', '专业技术职称', '专技职务', '职称等级', '教师职称', '职称级别'],
  [
    '编制',
    '用工形式',
    '编制类型',
    '编制性质',
    '用工性质',
    '编制情况',
    '用工类型',
    '人员性质',
    '身份性质',
    '聘用方式',
    '用编形式',
  ],
  ['工号', '教工号', '职工号', '员工号', '职工编号', '人员编号', '编号', '员工编号', '教工编号', '工作证号'],
  ['民族', '族别'],
  ['籍贯', '祖籍'],
  ['政治面貌', '党派', '政治身份'],
  ['地址', '家庭地址', '住址', '家庭住址', '居住地址', '通讯地址', '通信地址', '联系地址', '详细地址', '学校地址'],
  ['邮箱', '电子邮箱', '电子邮件', 'email', 'e-mail', '邮件地址'],
  ['学科', '任教学科', '任教科目', '所教学科', '科目', '主教学科', '教学科目'],
  ['毕业院校', '毕业学校', '毕业院校名称', '学校毕业'],
  ['专业', '所学专业', '毕业专业'],
  ['备注', '说明', '附注'],
  ['人员类别', '人员类型', '教职工类别', '岗位类别', '岗位类型'],
  ['名称', '机构名称', '单位名称', '学校名称', '组织名称', '校名', '单位', '学校', '部门名称', '机构全称', '全称'],
  ['上级', '上级机构', '上级单位', '上级部门', '主管单位', '主管部门', '隶属单位', '所属机构', '举办者单位', '隶属'],
  ['类型', '机构类型', '单位类型', '学校类型', '机构类别', '学校类别', '单位类别', '单位性质'],
  ['学段', '办学层次', '办学学段', '教育阶段'],
  ['办别', '办学性质', '举办者', '举办者类型', '举办性质', '公办民办'],
  ['行政区划', '所在区划', '区划代码', '行政区', '所属区县', '区县', '行政区划代码', '所在区县', '所在地区'],
  ['联系人', '负责人', '联系人姓名', '校长', '法人', '法定代表人'],
  ['邮政编码', '邮编'],
]

/** Prefixes of the significant word, and different words for number and date. */
const prefixes =
  /^(教职工|教职员工|教师|职工|员工|人员|教工|本人|现任|现|所在|所属|最高|目前|当前|主要|任职|您的|填写)(?=.{2})/
function getStem(word: string): string {
  const without = word
    .replace(prefixes, '')
    .replace(/(?<=.{2})(号码|号)$/, '')
    .replace(/(?<=.)(年月日|年月|时间|年份|日)$/, '日期')
  return without === '' ? word : without
}

const stemGroups = synonymGroups.map((group) => new Set(group.map((word) => getStem(normaliseHeading(word)))))
const areSynonyms = (one: string, other: string) => stemGroups.some((group) => group.has(one) && group.has(other))

/** Refers to another person than the row: 紧急联系人电话, 配偶姓名. */
const otherPerson = /家长|父亲|母亲|配偶|紧急|监护|成员|子女|推荐|填表|审核|介绍|经办|证明人/
/** A row number. */
const counter = /^(序号|序|no|行号|编码|id)$/

const listNames = ({ title, synonyms = [] }: SheetColumn) => [title, ...synonyms].map(normaliseHeading)

/** From 0 to 100; from `exactScore` on it is the exact heading. */
export const exactScore = 95

function getPartScore(part: string, names: readonly string[]): number {
  const at = names.indexOf(part)
  if (at >= 0) return at === 0 ? 100 : exactScore
  if (counter.test(part) || names.every((name) => otherPerson.test(part) && !otherPerson.test(name))) return 0
  return Math.max(...names.map((name) => getSimilarityScore(part, name)))
}

function getSimilarityScore(part: string, name: string): number {
  const [one, other] = [getStem(part), getStem(name)]
  if (one === other) return 90
  if (areSynonyms(one, other)) return 84
  if (/^[a-z]{2,}$/.test(part)) {
    const { full, initials } = toPinyin(name)
    return part === full ? 88 : part === initials ? 80 : 0
  }
  const like = Math.max(getSimilarity(part, name), getSimilarity(one, other))
  return like >= 0.6 ? 82 * like : 0
}

/** How well a heading matches a column. 手机/电话 is compared as a whole and in parts. */
export function getHeadingScore(column: SheetColumn, heading: string): number {
  const plain = normaliseHeading(heading)
  const names = listNames(column)
  const whole = plain.replaceAll(/[/、]/g, '')
  if (whole === '') return 0
  const parts = plain.split(/[/、]/).filter(Boolean)
  if (parts.length < 2) return getPartScore(whole, names)
  return Math.max(
    getPartScore(whole, names),
    ...parts.map((part, at) => Math.min(92, getPartScore(part, names) - 2 * at)),
  )
}
