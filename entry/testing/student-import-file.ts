import { idCardCheckDigit } from '#packages/core'

type Cell = string | number | null

/** The fault of a row: its column, and the correct value. */
interface StudentFileFault {
  /** As Excel counts them. */
  row: number
  kind: StudentFaultKind
  column: string
  right: string
}

export const studentFaultKinds = ['idCard:mangled', 'idCard:checksum', 'class:unknown', 'sex:sex-differs', 'guardian1Phone:format', 'studentNo:format', 'idCard:duplicate'] as const // prettier-ignore
type StudentFaultKind = (typeof studentFaultKinds)[number]

/** Thirty-seven rows of seven kinds. */
export const commonStudentFaults: Record<StudentFaultKind, number> = {
  'idCard:mangled': 8,
  'idCard:checksum': 6,
  'class:unknown': 7,
  'sex:sex-differs': 4,
  'guardian1Phone:format': 4,
  'studentNo:format': 5,
  'idCard:duplicate': 3,
}

/** The headings of an export of the national 学籍 system, including columns that we do not use. */
const headings = ['学校标识码', '全国学籍号', '学籍辅号', '姓名', '性别', '出生日期', '身份证件类型', '身份证件号', '民族', '年级', '班级', '入学年月', '就读方式', '是否随班就读', '户口所在地', '现住址', '血型', '成员1姓名', '成员1关系', '成员1联系电话', '成员2姓名', '成员2关系', '成员2联系电话'] // prettier-ignore
type Heading = (typeof headings)[number]
const at = (heading: Heading) => headings.indexOf(heading)

const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎'
const given = ['知夏', '雨桐', '欣怡', '子轩', '宇航', '梓涵', '一诺', '书言', '明轩', '若曦', '浩宇', '清越', '景行', '可馨', '星辰'] // prettier-ignore

interface StudentFileOptions {
  rows: number
  /** 七年级 and 3班: the current names of the classes. */
  classes: readonly { grade: string; name: string; startYear: number }[]
  broken?: Partial<Record<StudentFaultKind, number>>
  /** Files of different series have different people. */
  series?: number
}

/** One pupil, always the same for the same number, with an area code that does not exist. */
function createStudentRow(number: number, series: number) {
  const month = String(1 + (number % 12)).padStart(2, '0')
  const day = String(1 + (Math.floor(number / 12) % 28)).padStart(2, '0')
  const order = String(((Math.floor(number / 336) * 2) % 1000) + (number % 2)).padStart(3, '0')
  const first17 = `${330_700 + series}2013${month}${day}${order}`
  const idCard = first17 + idCardCheckDigit(first17)
  const name = surnames[number % surnames.length]! + given[(number * 7 + Math.floor(number / 50)) % given.length]!
  return { name, sex: number % 2 === 1 ? '男' : '女', idCard, born: `2013${month}${day}` }
}

/** An export of the national system for a school: dates without dashes, and the given faults. */
export function createStudentFile({ rows: count, classes, broken = {}, series = 0 }: StudentFileOptions) {
  const rows = Array.from({ length: count }, (_, number): Cell[] => {
    const { name, sex, idCard, born } = createStudentRow(number, series)
    const { grade, name: className, startYear } = classes[number % classes.length]!
    const phone = (of: number) => String(16_700_000_000 + series * 400_000 + number * 2 + of)
    const own = ['3133000123', `G${idCard}`, `${startYear}${String(number + 1).padStart(5, '0')}`, name, sex, born, '居民身份证', idCard, '汉族', grade, className] // prettier-ignore
    const more = [`${startYear}09`, number % 9 === 0 ? '住校' : '走读', '否', '云禾区', `学苑路${number + 1}号`, 'A']
    return [...own, ...more, `${name[0]}志强`, '父亲', phone(0), '何丽华', '母亲', phone(1)]
  })
  const faults: StudentFileFault[] = []
  let index = 5
  for (const kind of studentFaultKinds) {
    for (let nth = 0; nth < (broken[kind] ?? 0); nth++) {
      // The headings are in the second row.
      faults.push({ row: index + 3, kind, ...addFault(kind, rows[index]!, rows[index - 1]!) })
      index += Math.max(2, Math.floor((count - 10) / 62))
    }
  }
  return { title: '学生基础信息', headings, rows, faults }
}

/** Adds one fault, and returns the correct value. */
function addFault(kind: StudentFaultKind, row: Cell[], before: Cell[]): Pick<StudentFileFault, 'column' | 'right'> {
  const put = (heading: Heading, value: Cell) => {
    const right = String(row[at(heading)])
    row[at(heading)] = value
    return right
  }
  const idCard = String(row[at('身份证件号')])
  switch (kind) {
    case 'idCard:mangled':
      return { column: 'idCard', right: put('身份证件号', Number(idCard.slice(0, 17)) * 10) }
    case 'idCard:checksum':
      return { column: 'idCard', right: put('身份证件号', idCard.slice(0, 17) + ((Number(idCard[17]) + 3) % 10 || 1)) }
    case 'class:unknown':
      return { column: 'class', right: put('班级', '99班') }
    case 'sex:sex-differs':
      return { column: 'sex', right: put('性别', row[at('性别')] === '男' ? '女' : '男') }
    case 'guardian1Phone:format':
      return { column: 'guardian1Phone', right: put('成员1联系电话', String(row[at('成员1联系电话')]).slice(0, 10)) }
    case 'studentNo:format':
      return { column: 'studentNo', right: put('全国学籍号', idCard) }
    case 'idCard:duplicate': {
      for (let column = 0; column < row.length; column++) row[column] = before[column]!
      return { column: 'idCard', right: '' }
    }
  }
}
