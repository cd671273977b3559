import { z } from 'zod'
import type { SheetChoice, SheetColumn } from '#packages/sheet'
import { ethnicities } from '#kernel/dictionary/contract.ts'
import { newUserForm, userFields, userTypes, workerTypes } from '../../contract.ts'

const { shape } = newUserForm
type Field = keyof typeof shape
const unwrapOptional = (field: Field) => {
  const piece = shape[field]
  return piece instanceof z.ZodOptional ? piece.unwrap() : piece
}

/** Uses the validation of the form. */
const createCheck = (field: Field) => (value: string) =>
  unwrapOptional(field).safeParse(value).error?.issues[0]?.message
const getMaxLength = (field: Field) => {
  const piece = unwrapOptional(field)
  return piece instanceof z.ZodString ? piece.maxLength : null
}

type ColumnOptions = Partial<Omit<SheetColumn, 'key' | 'title' | 'check' | 'max'>>

/** A column for a form field, with the title and the rules of the form. */
function column(
  field: Field & keyof typeof userFields,
  kind: SheetColumn['kind'],
  about: ColumnOptions = {},
): SheetColumn {
  const max = getMaxLength(field)
  return {
    key: field,
    title: userFields[field].title,
    kind,
    ...(kind === 'choice' ? {} : { check: createCheck(field) }),
    ...(max ? { max } : {}),
    ...about,
  }
}

const sexes: readonly SheetChoice[] = [
  { value: '男', title: '男', synonyms: ['1', 'M', '男性', '男士', 'male', '01'] },
  { value: '女', title: '女', synonyms: ['2', 'F', '女性', '女士', 'female', '02'] },
]

const userTypeSynonyms: Record<keyof typeof userTypes, readonly string[]> = {
  teacher: ['老师', '任课教师', '专任教师', '教学人员', '教员'],
  worker: ['职员', '教辅', '教辅人员', '行政人员', '工勤人员', '后勤人员'],
  bureau: ['教育局人员', '局机关人员', '机关人员', '直属单位人员', '公务员'],
  external: ['外聘', '外聘人员', '外聘教师', '服务人员', '第三方人员'],
}
const userTypeChoices: readonly SheetChoice[] = Object.entries(userTypes).map(([value, { code, title }]) => ({
  value,
  title,
  synonyms: [String(code), ...userTypeSynonyms[value as keyof typeof userTypes]],
}))

const workerTypeSynonyms: Record<keyof typeof workerTypes, readonly string[]> = {
  1: ['事业编', '事业编制', '编内', '正式', '正式编制', '有编', '编制内', '在编在岗'],
  2: ['合同制', '合同工', '劳动合同', '编外', '编外合同', '聘用', '聘用制', '备案制', '员额制'],
  3: ['代课', '临聘', '临时聘用', '代课教师', '临时代课', '临时'],
  4: ['交流', '支教', '轮岗', '交流轮岗', '挂职', '借调'],
  5: ['行政编', '行政编制', '公务员编制'],
  6: ['工人', '后勤', '工勤编', '工勤人员'],
  7: ['退休返聘', '返聘人员'],
  8: ['实习生', '见习', '实习教师'],
}
const workerTypeChoices: readonly SheetChoice[] = Object.entries(workerTypes).map(([value, title]) => ({
  value,
  title,
  synonyms: [value, ...workerTypeSynonyms[Number(value) as keyof typeof workerTypes]],
}))

/** 汉 and 汉族 are the same. */
const nations: readonly SheetChoice[] = ethnicities.map(({ code, title }) => ({
  value: code,
  title,
  synonyms: [title.slice(0, -1), code, String(Number(code))],
}))

export const staffColumns: readonly SheetColumn[] = [
  column('name', 'text', {
    isRequired: true,
    isName: true,
    example: '沈明远',
    synonyms: ['名字', '教师姓名', '职工姓名', '教职工姓名', '人员姓名', '教师', '真实姓名'],
  }),
  column('sex', 'choice', { choices: sexes, synonyms: ['男女'], example: '男', hint: '可不填，按身份证号识别' }),
  column('idCard', 'id-card', {
    isSensitive: true,
    example: '33010619910714001X',
    hint: '18位，请设为文本格式',
    synonyms: ['身份证', '身份证号码', '公民身份号码', '居民身份证号', '证件号', '证件号码', '身份证件号'],
  }),
  column('mobile', 'mobile', {
    isSensitive: true,
    example: '13900000000',
    synonyms: ['手机号', '手机号码', '移动电话', '联系电话', '本人手机', '联系方式', '电话'],
  }),
  column('number', 'text', {
    isName: true,
    example: '2026001',
    synonyms: ['教工号', '职工号', '员工号', '教师编号', '职工编号', '人员编号', '教工编号', '工作证号'],
  }),
  {
    key: 'userType',
    title: '人员类别',
    kind: 'choice',
    choices: userTypeChoices,
    example: '教师',
    synonyms: ['人员类型', '教职工类别', '教职工类型', '身份类别'],
    hint: '可不填，学校默认为教师',
  },
  {
    key: 'org',
    title: userFields.orgId.title,
    kind: 'lookup',
    hint: '为多个单位导入时填写',
    synonyms: ['学校', '所在单位', '单位名称', '学校名称', '所在学校', '任职单位', '工作单位'],
  },
  {
    key: 'department',
    title: userFields.departmentId.title,
    kind: 'lookup',
    example: '教务处/语文组',
    synonyms: ['所在部门', '所属部门', '科室', '处室', '教研组', '部门名称', '年级组'],
    hint: '不属于任何部门可不填',
  },
  column('post', 'text', { synonyms: ['岗位', '行政职务', '担任职务', '岗位名称'], example: '教务主任' }),
  column('subject', 'text', { synonyms: ['学科', '所教学科', '任教科目', '任课科目', '科目'], example: '语文' }),
  column('workerType', 'choice', {
    choices: workerTypeChoices,
    example: '在编',
    synonyms: ['用工形式', '编制类型', '编制', '用工性质', '编制性质', '聘用形式', '聘用类型', '是否在编'],
  }),
  column('birthday', 'date', {
    example: '1991-07-14',
    hint: '可不填，按身份证号识别',
    synonyms: ['生日', '出生年月', '出生年月日', '出生时间'],
  }),
  column('nation', 'choice', { choices: nations, synonyms: ['族别', '民族名称'], example: '汉族' }),
  column('diploma', 'text', { synonyms: ['最高学历', '文化程度', '学历层次', '全日制学历'], example: '本科' }),
  column('graduateSchool', 'text', { synonyms: ['毕业学校', '毕业院校名称', '院校'] }),
  column('specialty', 'text', { synonyms: ['专业', '所学专业名称', '毕业专业'] }),
  column('teacherLevel', 'text', {
    example: '一级教师',
    synonyms: ['专业技术职务', '专业技术职称', '技术职称', '职称等级', '职称级别', '教师职称'],
  }),
  column('workedFrom', 'date', {
    example: '2013-08-01',
    synonyms: ['参加工作日期', '工作时间', '参加工作年月', '开始工作时间', '参工时间'],
  }),
  column('officePhone', 'phone', { synonyms: ['单位电话', '固定电话', '座机', '办公室电话'] }),
  column('email', 'text', { synonyms: ['邮箱', '电子邮件', 'email', 'e-mail', '邮件'] }),
  column('qq', 'text', { synonyms: ['qq号', 'qq号码'] }),
  column('otherPhone', 'phone', { isSensitive: true, synonyms: ['备用电话', '其他联系电话', '家庭电话', '第二电话'] }),
  column('address', 'text', {
    isSensitive: true,
    synonyms: ['家庭住址', '家庭地址', '住址', '地址', '通讯地址', '通信地址', '现住址', '居住地址'],
  }),
  column('license', 'text', {
    isSensitive: true,
    synonyms: ['教师资格证', '教师资格证编号', '教师资格证号码', '教师资格证书号', '资格证号'],
  }),
  column('icCard', 'text', { isSensitive: true, synonyms: ['卡号', '校园卡号', 'ic卡号', '一卡通', '一卡通卡号'] }),
  column('remark', 'text', { synonyms: ['说明', '附注', '备注说明'] }),
  {
    key: 'startsOn',
    title: '到岗日期',
    kind: 'date',
    check: createCheck('startsOn'),
    example: '2026-09-01',
    synonyms: ['入职日期', '入职时间', '到校日期', '到校时间', '来校时间', '进校时间', '到岗时间', '任职日期'],
    hint: '可不填，默认为导入当天；已在岗人员不修改',
  },
]
