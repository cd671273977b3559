import { idCardCheckDigit } from '#packages/core'

type Cell = string | number | null

/** The fault of a row: its column, and the correct value. */
interface StaffFileFault {
  /** As Excel counts them. */
  row: number
  kind: StaffFaultKind
  column: string
  right: string
}

export const staffFaultKinds = [
  'idCard:mangled',
  'idCard:checksum',
  'department:unknown',
  'sex:sex-differs',
  'mobile:format',
  'idCard:duplicate',
  'workerType:choice',
  'birthday:date',
] as const
type StaffFaultKind = (typeof staffFaultKinds)[number]

/** Headings as clerks write them, not ours. */
const headings = ['序号', '教师姓名', '性别', '身份证件号', '手机号码', '教工编号', '所在部门', '用工形式', '出生年月日', '最高学历', '任教学科', '家庭住址'] // prettier-ignore
const at = (heading: (typeof headings)[number]) => headings.indexOf(heading)

const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎'
const given = ['思源', '雨桐', '文博', '静怡', '志远', '晓琳', '海燕', '俊杰', '佳宁', '明轩', '若溪', '建国', '丽萍', '一鸣', '书言'] // prettier-ignore
const subjects = ['语文', '数学', '英语', '科学', '体育', '音乐', '美术']

const idCardOf = (first17: string) => first17 + idCardCheckDigit(first17)

/** One person, always the same for the same number; area codes and phones do not exist. */
function createPersonRow(number: number, series: number) {
  const year = 1968 + (number % 32)
  const month = String(1 + (number % 12)).padStart(2, '0')
  // Namesakes in files of different series have different birthdays and ends of phone numbers, so that an import does not ask about them.
  const day = String(1 + ((number + series * 3) % 28)).padStart(2, '0')
  const order = String((number * 2 + (number % 2)) % 1000).padStart(3, '0')
  const area = 330_190 + ((series + Math.floor(number / 300)) % 800)
  return {
    name: surnames[number % surnames.length]! + given[(number * 7 + Math.floor(number / 50)) % given.length]!,
    sex: Number(order) % 2 === 1 ? '男' : '女',
    idCard: idCardOf(`${area}${year}${month}${day}${order}`),
    birthday: `${year}-${month}-${day}`,
    mobile: String(16_600_000_000 + series * 200_007 + number),
    code: `T${series}${String(number).padStart(5, '0')}`,
  }
}

interface StaffFileOptions {
  rows: number
  departments: readonly string[]
  /** How many rows of each kind are wrong. */
  broken?: Partial<Record<StaffFaultKind, number>>
  /** Files of different series have different people. */
  series?: number
}

/** Thirty-seven rows of eight kinds. */
export const commonStaffFaults: Record<StaffFaultKind, number> = {
  'idCard:mangled': 8,
  'idCard:checksum': 6,
  'department:unknown': 7,
  'sex:sex-differs': 4,
  'mobile:format': 4,
  'idCard:duplicate': 3,
  'workerType:choice': 3,
  'birthday:date': 2,
}

/** A staff list of a school office: with a title above, its own headings, and the given faults. */
export function createStaffFile({ rows: count, departments, broken = {}, series = 0 }: StaffFileOptions) {
  const rows = Array.from({ length: count }, (_, number): Cell[] => {
    const { name, sex, idCard, birthday, mobile, code } = createPersonRow(number, series)
    const department = departments[number % departments.length]!
    const subject = subjects[number % subjects.length]!
    const kind = number % 5 === 0 ? '合同' : '在编'
    return [number + 1, name, sex, idCard, mobile, code, department, kind, birthday, '本科', subject, `学苑路${number + 1}号`] // prettier-ignore
  })
  const faults: StaffFileFault[] = []
  // The headings are in the second row.
  const rowOf = (index: number) => index + 3
  let index = 5
  for (const kind of staffFaultKinds) {
    for (let nth = 0; nth < (broken[kind] ?? 0); nth++) {
      const row = rows[index]!
      faults.push({ row: rowOf(index), kind, ...addFault(kind, row, rows[index - 1]!, nth) })
      index += Math.max(2, Math.floor((count - 10) / 40))
    }
  }
  return { title: '教职工花名册', headings, rows, faults }
}

/** Adds one fault, and returns the correct value. */
function addFault(
  kind: StaffFaultKind,
  row: Cell[],
  before: Cell[],
  nth: number,
): Pick<StaffFileFault, 'column' | 'right'> {
  const put = (heading: (typeof headings)[number], value: Cell) => {
    const right = String(row[at(heading)])
    row[at(heading)] = value
    return right
  }
  switch (kind) {
    case 'idCard:mangled':
      return { column: 'idCard', right: put('身份证件号', Number(String(row[at('身份证件号')]).slice(0, 17)) * 10) }
    case 'idCard:checksum': {
      const number = String(row[at('身份证件号')])
      return { column: 'idCard', right: put('身份证件号', number.slice(0, 17) + ((Number(number[17]) + 3) % 10 || 1)) }
    }
    case 'department:unknown':
      return { column: 'department', right: put('所在部门', nth % 2 === 0 ? '教务处室' : '总务外') }
    case 'sex:sex-differs':
      return { column: 'sex', right: put('性别', row[at('性别')] === '男' ? '女' : '男') }
    case 'mobile:format':
      return { column: 'mobile', right: put('手机号码', String(row[at('手机号码')]).slice(0, 10)) }
    case 'idCard:duplicate': {
      for (let column = 1; column < row.length; column++) row[column] = before[column]!
      return { column: 'idCard', right: '' }
    }
    case 'workerType:choice':
      return { column: 'workerType', right: put('用工形式', '在编制') }
    case 'birthday:date':
      return { column: 'birthday', right: put('出生年月日', '1985-13-40') }
  }
}
