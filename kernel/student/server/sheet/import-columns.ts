import type { SheetChoice, SheetColumn } from '#packages/sheet'
import { ethnicities } from '#kernel/dictionary/contract.ts'
import { idKinds, isStudentNo, relations, type IdKind, type Relation } from '../../contract.ts'

const sexes: readonly SheetChoice[] = [
  { value: '男', title: '男', synonyms: ['1', 'M', '男性', '男生', 'male', '01'] },
  { value: '女', title: '女', synonyms: ['2', 'F', '女性', '女生', 'female', '02'] },
]

/** 汉 is a synonym of 汉族. */
const nations: readonly SheetChoice[] = ethnicities.map(({ code, title }) => ({
  value: code,
  title,
  synonyms: [title.slice(0, -1), code, String(Number(code))],
}))

const idKindSynonyms: Record<IdKind, readonly string[]> = {
  'id-card': ['身份证', '1', '居民身份证件', '户口簿'],
  passport: ['6', '外国护照', '外国人护照'],
  'hong-kong-macao': [
    '港澳居民来往内地通行证',
    '香港特区护照/身份证明',
    '澳门特区护照/身份证明',
    '港澳通行证',
    '回乡证',
  ],
  taiwan: ['台湾居民来往大陆通行证', '台胞证', '台湾通行证'],
  none: ['无', '其他', '暂无'],
}
const papers: readonly SheetChoice[] = Object.entries(idKinds).map(([value, title]) => ({
  value,
  title,
  synonyms: idKindSynonyms[value as IdKind],
}))

const relationSynonyms: Record<Relation, readonly string[]> = {
  1: ['父', '爸爸', '父子', '父女', '生父'],
  2: ['母', '妈妈', '母子', '母女', '生母'],
  3: ['祖父', '祖母', '爷爷', '奶奶'],
  4: ['外祖父', '外祖母', '外公', '外婆', '姥爷', '姥姥'],
  5: [
    '监护人',
    '养父',
    '养母',
    '继父',
    '继母',
    '伯父',
    '叔叔',
    '姑姑',
    '舅舅',
    '姨',
    '其他亲属',
    '兄',
    '姐',
    '哥哥',
    '姐姐',
  ],
  9: ['其他', '联系人', '非亲属'],
}
const relationChoices: readonly SheetChoice[] = Object.entries(relations).map(([value, title]) => ({
  value,
  title,
  synonyms: relationSynonyms[Number(value) as Relation],
}))

const boarding: readonly SheetChoice[] = [
  { value: '0', title: '走读', synonyms: ['否', '不住校', '通学'] },
  { value: '1', title: '住校', synonyms: ['是', '寄宿', '住读', '住宿', '内宿'] },
]
const yesNo: readonly SheetChoice[] = [
  { value: '0', title: '否', synonyms: ['非随班就读', '不是', 'N'] },
  { value: '1', title: '是', synonyms: ['随班就读', '随班就读生', 'Y'] },
]

const textColumn = (key: string, title: string, max: number, about: Partial<SheetColumn> = {}): SheetColumn => ({
  key,
  title,
  kind: 'text',
  max,
  ...about,
})

/** The national export calls guardians 成员1 and 成员2, schools call them 家长. */
const createGuardianColumns = (nth: 1 | 2, titles: readonly string[]): SheetColumn[] => {
  const with_ = (what: string, other: readonly string[] = []) =>
    [`成员${nth}`, `监护人${nth}`, `家长${nth}`, `家庭成员${nth}`, ...titles].flatMap((who) =>
      [what, ...other].map((suffix) => who + suffix),
    )
  const title = `监护人${nth}`
  return [
    textColumn(`guardian${nth}Name`, `${title}姓名`, 50, {
      synonyms: with_('姓名', ['']),
      ...(nth === 1 ? { example: '沈明远' } : {}),
    }),
    {
      key: `guardian${nth}Relation`,
      title: `${title}关系`,
      kind: 'choice',
      choices: relationChoices,
      synonyms: with_('关系', ['与学生关系', '关系说明', '与学生的关系']),
      ...(nth === 1 ? { example: '父亲' } : {}),
    },
    {
      key: `guardian${nth}Phone`,
      title: `${title}手机`,
      kind: 'mobile',
      isSensitive: true,
      synonyms: with_('联系电话', ['手机', '电话', '手机号', '手机号码', '联系方式']),
      ...(nth === 1 ? { example: '13900000000' } : {}),
    },
  ]
}

/** The synonyms contain the headings of the national 学籍 export, so that it can be imported as it is. */
export const studentColumns: readonly SheetColumn[] = [
  textColumn('studentNo', '学籍号', 19, {
    isSensitive: true,
    example: 'G330199201402260011',
    hint: 'G、L或J加18位；没有可不填',
    synonyms: ['全国学籍号', '个人标识码', '学籍编号', '全国学籍编号', '学籍号码', '学生标识码', '国网学籍号'],
    check: (value) => (isStudentNo(value.toUpperCase()) ? undefined : '学籍号应为G、L或J加18位'),
  }),
  textColumn('schoolNo', '学号', 30, {
    synonyms: ['学籍辅号', '班内学号', '校内学号', '学生学号', '学生编号'],
    example: '20260301',
  }),
  textColumn('name', '姓名', 50, {
    isRequired: true,
    isName: true,
    example: '沈知夏',
    synonyms: ['学生姓名', '名字', '学生', '学生名字', '真实姓名'],
  }),
  { key: 'sex', title: '性别', kind: 'choice', choices: sexes, example: '女', hint: '可不填，按身份证号识别' },
  {
    key: 'idCard',
    title: '身份证号',
    kind: 'id-card',
    isSensitive: true,
    example: '330199201402260022',
    synonyms: [
      '身份证件号',
      '身份证件号码',
      '身份证号码',
      '身份证',
      '证件号码',
      '证件号',
      '公民身份号码',
      '学生身份证号',
    ],
    hint: '18位，请设为文本格式；其他证件也填在这里',
    papers: /^([A-Z][A-Z\d]{5,16}|\d{8})$/,
  },
  {
    key: 'idKind',
    title: '证件类型',
    kind: 'choice',
    choices: papers,
    hint: '可不填，默认为居民身份证',
    synonyms: ['身份证件类型', '身份证类型', '证件种类', '身份证件类别'],
  },
  {
    key: 'birthday',
    title: '出生日期',
    kind: 'date',
    hint: '可不填，按身份证号识别',
    synonyms: ['生日', '出生年月', '出生年月日', '出生时间'],
  },
  {
    key: 'nation',
    title: '民族',
    kind: 'choice',
    choices: nations,
    example: '汉族',
    synonyms: ['族别', '民族名称'],
  },
  {
    key: 'org',
    title: '学校',
    kind: 'lookup',
    hint: '为多所学校导入时填写',
    synonyms: ['学校名称', '所在学校', '就读学校', '单位', '校名'],
  },
  {
    key: 'grade',
    title: '年级',
    kind: 'lookup',
    hint: '班级写明年级时可不填',
    synonyms: ['年级名称', '所在年级'],
  },
  {
    key: 'class',
    title: '班级',
    kind: 'lookup',
    example: '七(3)班',
    hint: '可写七(3)班、七年级3班、2026级3班',
    synonyms: ['班级名称', '所在班级', '班号', '班', '行政班', '行政班级'],
  },
  {
    key: 'seatNo',
    title: '座号',
    kind: 'number',
    synonyms: ['座位号', '座号(班内)', '班内序号'],
    check: (value) =>
      /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 200 ? undefined : '座号应为1至200',
  },
  {
    key: 'enteredOn',
    title: '入学日期',
    kind: 'date',
    example: '2026-09-01',
    synonyms: ['入学年月', '入学时间', '入校时间', '入校日期', '入学年月日'],
    hint: '可不填，默认为导入当天；已在校学生不修改',
  },
  {
    key: 'isBoarding',
    title: '就读方式',
    kind: 'choice',
    choices: boarding,
    example: '走读',
    synonyms: ['是否住校', '住校', '是否寄宿', '是否住宿', '是否寄宿生', '走读住校'],
  },
  {
    key: 'isSpecial',
    title: '随班就读',
    kind: 'choice',
    choices: yesNo,
    example: '否',
    synonyms: ['是否随班就读', '是否随班就读生'],
  },
  textColumn('household', '户籍地', 100, {
    synonyms: ['户口所在地', '户籍所在地', '户口所在地行政区划', '户籍地址', '户籍'],
  }),
  textColumn('address', '家庭住址', 200, {
    isSensitive: true,
    synonyms: ['现住址', '家庭地址', '住址', '地址', '居住地址', '通信地址', '通讯地址', '现家庭住址'],
  }),
  textColumn('icCard', '一卡通号', 40, {
    isSensitive: true,
    synonyms: ['卡号', '校园卡号', 'ic卡号', '一卡通', '一卡通卡号'],
  }),
  ...createGuardianColumns(1, ['家长', '监护人', '父母', '第一监护人']),
  ...createGuardianColumns(2, ['第二监护人', '家长二']),
]
