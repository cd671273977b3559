import type { SheetChoice, SheetColumn } from '#packages/sheet'

const dayNumerals = ['一', '二', '三', '四', '五', '六', '日']
const english = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export const weekdayChoices: readonly SheetChoice[] = dayNumerals.map((numeral, at) => ({
  value: String(at + 1),
  title: `周${numeral}`,
  synonyms: [
    `星期${numeral}`,
    `礼拜${numeral}`,
    english[at]!,
    english[at]!.slice(0, 3),
    ...(numeral === '日' ? ['周天', '星期天', '礼拜天', '7'] : [numeral]),
  ],
}))

/** Headings of a grid; single numerals could be periods as well. */
export const weekdayHeadings = weekdayChoices.flatMap(({ title, synonyms = [] }) =>
  [title, ...synonyms].filter((word) => word.length > 1),
)

export const weekRuleChoices: readonly SheetChoice[] = [
  { value: 'every', title: '每周', synonyms: ['全周', '单双周', '不限'] },
  { value: 'odd', title: '单周', synonyms: ['单'] },
  { value: 'even', title: '双周', synonyms: ['双'] },
]

/** The columns of a list of lessons. Names are looked up by `resolveLessons`, which knows the school. */
export const lessonColumns: readonly SheetColumn[] = [
  { key: 'place', title: '位置', kind: 'text', isName: true, isOfGrid: true, hint: '工作表和单元格' },
  {
    key: 'class',
    title: '班级',
    kind: 'lookup',
    isRequired: true,
    isName: true,
    synonyms: ['班级名称', '行政班', '教学班'],
    example: '七(1)班',
  },
  {
    key: 'weekday',
    title: '星期',
    kind: 'choice',
    isRequired: true,
    choices: weekdayChoices,
    synonyms: ['星期几', '周几', '上课日'],
    example: '周一',
  },
  {
    key: 'period',
    title: '节次',
    kind: 'lookup',
    isRequired: true,
    synonyms: ['节', '第几节', '课节'],
    example: '第1节',
  },
  {
    key: 'subject',
    title: '学科',
    kind: 'lookup',
    isRequired: true,
    synonyms: ['科目', '课程', '课程名称'],
    example: '数学',
  },
  {
    key: 'teacher',
    title: '教师工号',
    kind: 'lookup',
    synonyms: ['教师', '教师姓名', '任课教师', '任课老师', '老师', '工号'],
    hint: '工号或姓名，不填为任课教师',
    example: '王芳',
  },
  {
    key: 'room',
    title: '教室',
    kind: 'lookup',
    synonyms: ['场室', '上课地点', '地点'],
    hint: '不填为本班教室',
  },
  {
    key: 'weekRule',
    title: '单双周',
    kind: 'choice',
    choices: weekRuleChoices,
    synonyms: ['周次', '单双'],
    hint: '不填为每周',
  },
  { key: 'term', title: '学期', kind: 'choice', hint: '不填为当前学期' },
]
