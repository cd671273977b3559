import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPasswordLetters } from '#packages/core'
import { toPinyin } from '#packages/pinyin'

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean)

/** The letters of the 12,000 most frequent published passwords, without digits and signs. */
const frequent = new Set(splitWords(readFileSync(join(import.meta.dirname, 'frequent-passwords.txt'), 'utf8')))

/** The hundred most frequent surnames, in pinyin. */
const surnames = splitWords(`
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang han feng
  deng cao peng zeng xiao tian dong yuan pan yu jiang cai ye du su wei cheng lv lu ding ren shen yao zhong cui tan fan
  jin shi liao jia xia fu fang bai zou meng xiong qin qiu hou yin xue yan duan lei long tao mao hao gu gong shao wan qian
  dai mo kong xiang chang`)

/** The syllables of frequent given names. */
const syllables = splitWords(`
  ai an ang bai bao bei bin bing bo cai chang chao chen cheng chun cong cui da dan de di ding dong duo en er fan fang fei
  fen feng fu gang gao ge guang gui guo hai han hang hao he heng hong hua huan hui huo ji jia jian jiang jiao jie jin jing
  ju juan jun kai kang ke kun lan le lei li lian liang lin ling long lu lv mei meng miao min ming mo na nan ni nian ning
  pei peng ping qi qian qiang qiao qin qing qiong qiu quan qun ran rong ru rui san sen shan shao shen sheng shi shu shuai
  shuang shun si song su tao tian ting tong wan wei wen wu xi xia xian xiang xiao xin xing xiong xiu xu xuan xue ya yan
  yang yao ye yi yin ying yong you yu yuan yue yun ze zhan zhen zheng zhi zhong zhou zhu zhuo zi zong`)
const name = new RegExp(
  `^(xiao|lao|da)?(${surnames.join('|')})((${syllables.join('|')}){1,2}|laoshi|xiaozhang|zhuren|juzhang|jiaoshou|yuanzhang)?$`,
)

/** Whether the letters of a password are a frequent password or a person's name. */
export const isFrequentPassword = (password: string): boolean =>
  listPasswordLetters(password).some((letters) => frequent.has(letters) || name.test(letters))

const general = new RegExp(
  `(${[
    '教育体育局',
    '教育局',
    '教体局',
    '幼儿园',
    '小学',
    '中学',
    '学校',
    '学院',
    '集团',
    '中心',
    '实验',
    '附属',
    '分校',
    '初级',
    '高级',
    '职业',
    '特殊',
    '教育',
    '民族',
    '外国语',
    '第[一二三四五六七八九十0-9]+',
    '省',
    '市',
    '区',
    '县',
    '乡',
    '镇',
  ].join('|')})$`,
)

/** 云禾区文澜中学 is also 云禾区 and 文澜中学. */
function splitOrganisationName(name: string): string[] {
  const [, area, rest] = /^(.{2,6}?[省市区县])(.{2,})$/.exec(name) ?? []
  return area && rest ? [name, area, ...splitOrganisationName(rest)] : [name]
}

/** Likely guesses for members of an organisation: 文澜中学 → wenlan, wenlanzhongxue, wlzx. */
export function listOrganisationPasswordTerms(names: Iterable<string>): string[] {
  const terms = new Set<string>()
  for (const whole of new Set([...names].flatMap(splitOrganisationName))) {
    for (let name = whole; name.length > 1; name = name.replace(general, '')) {
      const { full, initials } = toPinyin(name)
      terms.add(full)
      if (initials.length > 2) terms.add(initials)
      if (!general.test(name)) break
    }
  }
  return [...terms]
}
