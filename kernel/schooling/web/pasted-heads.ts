/** A class, by all the names that people write in a spreadsheet. */
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

interface Matched {
  heads: Record<string, string>
  /** What was not understood, as it was written. */
  unknown: string[]
}

export const plainWords = (text: string) =>
  text
    .trim()
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replaceAll(/[\s\u3000]/g, '')

/** Every way in which a class is written: 七(3)班, 七年级3班, 七年级(3)班, 七3班; 3班 where there is but one grade. */
export function writingsOf({ label, name, gradeName }: Omit<NamedClass, 'id'>, isAlone: boolean) {
  const number = /^(\d+)班$/.exec(name)?.[1]
  const short = gradeName.replace(/年级$/, '')
  const numbered = number ? [`${gradeName}(${number})班`, `${short}${number}班`, `${short}(${number})班`] : []
  return [label, `${gradeName}${name}`, ...numbered, ...(isAlone ? [name] : [])].map(plainWords)
}

/**
 * Heads of classes as they are copied out of a spreadsheet: a class and a name in each line, or names alone in the order
 * of the classes. A name that two teachers have is nobody's.
 */
export function headsIn(text: string, classes: readonly NamedClass[], teachers: readonly Named[]): Matched {
  const isAlone = new Set(classes.map(({ gradeName }) => gradeName)).size === 1
  const classOf = new Map(classes.flatMap((one) => writingsOf(one, isAlone).map((words) => [words, one.id])))
  const teacherOf = (words: string) => {
    const found = teachers.filter(({ name }) => plainWords(name) === words)
    return found.length === 1 ? found[0]!.id : undefined
  }
  const matched: Matched = { heads: {}, unknown: [] }
  for (const [at, cells] of linesIn(text).entries()) {
    const classId = cells.map((cell) => classOf.get(cell)).find(Boolean) ?? (cells.length === 1 && classes[at]?.id)
    const teacherId = cells.map(teacherOf).find(Boolean)
    if (classId && teacherId) matched.heads[classId] = teacherId
    else matched.unknown.push(cells.join(' '))
  }
  return matched
}

/** The headings of the columns are left out: they are nobody's name. */
function linesIn(text: string) {
  const lines = text
    .split(/\r?\n/)
    .map((line) =>
      line
        .split(/[\t,，]/)
        .map(plainWords)
        .filter(Boolean),
    )
    .filter((cells) => cells.length > 0)
  return lines[0]?.some((cell) => /^(班级|班主任|姓名|班级名称|教师)/.test(cell)) ? lines.slice(1) : lines
}
