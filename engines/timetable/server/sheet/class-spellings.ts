const numerals = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
const toNumeral = (number: number) => {
  if (number <= 10) return numerals[number] ?? String(number)
  if (number < 20) return `十${numerals[number - 10]}`
  return `${numerals[Math.floor(number / 10)]}十${number % 10 === 0 ? '' : numerals[number % 10]}`
}
/** The years of a middle school have two names. */
const familiar: Readonly<Record<string, string>> = { 七: '初一', 八: '初二', 九: '初三' }

/** Spellings of 七(1)班: 七年级1班, 七1班, 初一(1)班, 701, 7.1. */
export function listClassSpellings(label: string): string[] {
  const [, grade = '', text = ''] = /^(.+?)\((\d+)\)班$/.exec(label) ?? []
  if (grade === '') return []
  const number = Number(text)
  const arabic = numerals.indexOf(grade)
  const hasNumber = arabic > 0
  const grades = [
    grade,
    ...(hasNumber ? [`${grade}年级`, `${grade}年`, String(arabic), `${arabic}年级`] : []),
    ...(familiar[grade] ? [familiar[grade]] : []),
    ...Object.keys(familiar)
      .filter((key) => familiar[key] === grade)
      .flatMap((key) => [key, `${key}年级`]),
  ]
  const numbers = [text, toNumeral(number)]
  return [
    ...grades.flatMap((name) =>
      numbers.flatMap((one) => [
        `${name}(${one})班`,
        `${name}(${one})`,
        `${name}${one}班`,
        `${name}${one}`,
        `${name}-${one}`,
        `${name}-${one}班`,
        `${name}.${one}`,
        `${name}.${one}班`,
      ]),
    ),
    ...(hasNumber ? [`${arabic}${text.padStart(2, '0')}`, `${arabic}${text.padStart(2, '0')}班`] : []),
  ]
}
