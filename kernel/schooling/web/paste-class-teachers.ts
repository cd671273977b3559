/** A class with all spellings that people use in a spreadsheet. */
interface NamedClass {
  id: string
  /** 七(3)班. */
  label: string
  /** 3班. */
  name: string
  gradeName: string
}

interface Named {
  id: string
  name: string
}

interface ParsedHeads {
  heads: Record<string, string>
  /** Lines that were not understood, as written. */
  unknown: string[]
}

export const normaliseText = (text: string) =>
  text
    .trim()
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replaceAll(/[\s\u3000]/g, '')

/** All spellings of a class: 七(3)班, 七年级3班, 七年级(3)班, 七3班; 3班 when there is only one grade. */
export function listClassSpellings({ label, name, gradeName }: Omit<NamedClass, 'id'>, isAlone: boolean) {
  const number = /^(\d+)班$/.exec(name)?.[1]
  const short = gradeName.replace(/年级$/, '')
  const numbered = number ? [`${gradeName}(${number})班`, `${short}${number}班`, `${short}(${number})班`] : []
  return [label, `${gradeName}${name}`, ...numbered, ...(isAlone ? [name] : [])].map(normaliseText)
}

/**
 * Class teachers pasted from a spreadsheet: a class and a name per line, or names alone in the order of the classes. A
 * name that two teachers share is not assigned.
 */
export function parsePastedHeads(
  text: string,
  classes: readonly NamedClass[],
  teachers: readonly Named[],
): ParsedHeads {
  const isAlone = new Set(classes.map(({ gradeName }) => gradeName)).size === 1
  const classOf = new Map(
    classes.flatMap((one) => listClassSpellings(one, isAlone).map((spelling) => [spelling, one.id])),
  )
  const teacherOf = (spelling: string) => {
    const found = teachers.filter(({ name }) => normaliseText(name) === spelling)
    return found.length === 1 ? found[0]!.id : undefined
  }
  const matched: ParsedHeads = { heads: {}, unknown: [] }
  for (const [at, cells] of splitLines(text).entries()) {
    const classId = cells.map((cell) => classOf.get(cell)).find(Boolean) ?? (cells.length === 1 && classes[at]?.id)
    const teacherId = cells.map(teacherOf).find(Boolean)
    if (classId && teacherId) matched.heads[classId] = teacherId
    else matched.unknown.push(cells.join(' '))
  }
  return matched
}

/** Skips lines that consist of column headings. */
function splitLines(text: string) {
  const lines = text
    .split(/\r?\n/)
    .map((line) =>
      line
        .split(/[\t,，]/)
        .map(normaliseText)
        .filter(Boolean),
    )
    .filter((cells) => cells.length > 0)
  return lines[0]?.some((cell) => /^(班级|班主任|姓名|班级名称|教师)/.test(cell)) ? lines.slice(1) : lines
}
