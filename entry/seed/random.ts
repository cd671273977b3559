import { idCardCheckDigit } from '#packages/core'

/** A generator whose state is kept between the runs of an interrupted seed. */
export interface SavedGenerator {
  save(): unknown
  restore(state: unknown): void
}

/** Pseudo-random numbers, the same every time. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!,
    save: (): unknown => state,
    restore: (saved: unknown) => {
      state = Number(saved)
    },
  }
}
export type Random = ReturnType<typeof createRandom>

/** Ids in the form of UUIDv7 that count up from the given number. */
export function createIdGenerator(series: number) {
  let count = 0
  const epoch = Date.parse('2026-09-01T00:00:00Z').toString(16).padStart(12, '0')
  return () => {
    const order = (++count).toString(16).padStart(11, '0')
    return `${epoch.slice(0, 8)}-${epoch.slice(8)}-7${order.slice(0, 3)}-8${series.toString(16).padStart(3, '0')}-${order.slice(3)}${'0000'}`
  }
}

export const surnames = [
  ...'王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚'.split(
    '',
  ),
  '欧阳',
  '上官',
  '司徒',
  '诸葛',
]
// prettier-ignore
const womensNames = ['雅琴', '静怡', '晓彤', '佳宁', '丽萍', '雨欣', '若兰', '书瑶', '婉清', '知夏', '映雪', '安然', '敏', '思源', '梦琪', '秀英', '海燕', '春梅', '慧敏', '雪莹', '芳', '诗涵', '玉洁', '小曼']
// prettier-ignore
const mensNames = ['国栋', '文博', '志强', '俊杰', '明哲', '梓轩', '沐阳', '一凡', '景行', '承泽', '修远', '亦辰', '建华', '伟', '子涵', '立群', '永康', '浩然', '鹏飞', '志远', '家豪', '锐', '晓东', '振宇']

/** Area codes that do not exist. Two generators for one district use one each. */
export type AreaCode = '330199' | '330198'

/** Invented people with distinct numbers. */
export function createPersonGenerator(random: Random, area: AreaCode = '330199') {
  let taken = new Set<string>()
  const invent = () => {
    for (;;) {
      const person = inventPerson(random, area)
      if (taken.has(person.idCard) || taken.has(person.phone)) continue
      taken.add(person.idCard).add(person.phone)
      return person
    }
  }
  return Object.assign(invent, {
    save: (): unknown => ({ taken: [...taken], random: random.save() }),
    restore: (saved: unknown) => {
      const state = saved as { taken: string[]; random: unknown }
      taken = new Set(state.taken)
      random.restore(state.random)
    },
  })
}
export type PersonGenerator = ReturnType<typeof createPersonGenerator>

/** An invented person. The ID number is valid in form, with an area code that does not exist. */
function inventPerson(random: Random, area: AreaCode, bornFrom = 1966, bornTo = 2002) {
  const sex = random.below(100) < 68 ? ('女' as const) : ('男' as const)
  const given = random.pick(sex === '女' ? womensNames : mensNames)
  const born = `${bornFrom + random.below(bornTo - bornFrom)}${padTwo(1 + random.below(12))}${padTwo(1 + random.below(28))}`
  const order = String(random.below(500) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')
  const first17 = `${area}${born}${order}`
  const phone = `1${random.pick(['38', '39', '50', '57', '59', '86', '88'])}${String(random.below(100_000_000)).padStart(8, '0')}`
  return { name: random.pick(surnames) + given, sex, idCard: first17 + idCardCheckDigit(first17), phone }
}

const padTwo = (value: number) => String(value).padStart(2, '0')
