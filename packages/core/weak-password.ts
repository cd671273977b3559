/** Words of typical school passwords. Guessing begins with these, a year and an exclamation mark. */
const dictionaryWords = [
  'password',
  'passwd',
  'pass',
  'pwd',
  'admin',
  'administrator',
  'root',
  'user',
  'guest',
  'test',
  'demo',
  'welcome',
  'hello',
  'login',
  'default',
  'changeme',
  'letmein',
  'secret',
  'master',
  'super',
  'china',
  'beijing',
  'zhongguo',
  'iloveyou',
  'woaini',
  'love',
  'dragon',
  'monkey',
  'sunshine',
  'princess',
  'computer',
  'system',
  'office',
  'oa',
  'school',
  'xuexiao',
  'xiaoxue',
  'zhongxue',
  'chuzhong',
  'gaozhong',
  'youeryuan',
  'xueyuan',
  'daxue',
  'jiaoyu',
  'jiaoyuju',
  'edu',
  'education',
  'teacher',
  'teach',
  'laoshi',
  'jiaoshi',
  'xiaozhang',
  'zhuren',
  'banzhuren',
  'student',
  'xuesheng',
  'tongxue',
  'jiazhang',
  'parent',
  'class',
  'banji',
  'nianji',
  'qiming',
  'shiyan',
  'yixiao',
  'erxiao',
  'sanxiao',
  'diyi',
  'mima',
  'denglu',
  'guanli',
  'guanliyuan',
  'yonghu',
  'ceshi',
  'nihao',
  'zhanghao',
  'qwerty',
  'qwertyuiop',
  'qwert',
  'qwer',
  'qwe',
  'asdfgh',
  'asdfghjkl',
  'asdf',
  'asd',
  'zxcvbnm',
  'zxcvbn',
  'zxcv',
  'zxc',
  'qaz',
  'wsx',
  'edc',
  'qazwsx',
  'qazwsxedc',
  'qweasd',
  'qweasdzxc',
  'abc',
  'abcd',
  'abcde',
  'abcdef',
  'abcabc',
  'huawei',
  'xiaomi',
  'oppo',
  'vivo',
  'apple',
  'iphone',
  'alibaba',
  'taobao',
  'weixin',
  'wechat',
  'tencent',
  'qq',
  'baidu',
  'douyin',
  'dingding',
  'dingtalk',
  'shanghai',
  'guangzhou',
  'shenzhen',
  'hangzhou',
  'nanjing',
  'zhejiang',
  'chengdu',
  'chongqing',
  'wuhan',
  'xian',
  'suzhou',
  'tianjin',
  'guangdong',
  'jiangsu',
  'shandong',
  'henan',
  'gongan',
  'kaoshi',
  'gaokao',
  'zhongkao',
  'yuwen',
  'shuxue',
  'yingyu',
  'jiayou',
  'aini',
  'baobao',
  'laopo',
  'laogong',
  'mama',
  'baba',
  'meimei',
  'gege',
  'kaixin',
  'kuaile',
  'pingan',
  'facai',
  'fulushou',
  'zhonghua',
  'aaa',
  'aa',
  'a',
  'aaaa',
  'ab',
  'xyz',
  'xx',
  'xxx',
  'q',
  'w',
  'qw',
  'as',
  'zx',
  'z',
  'p',
  'x',
  'woaixuexiao',
]
const dictionary = new Set(dictionaryWords)

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
/** Reads “p@ssw0rd” as “password”: a sign between two letters stands for a letter. */
const plain = (text: string) => text.replace(/(?<=[a-z])[013457@$](?=[a-z])/g, (sign) => lookAlikes[sign]!)
const extractLetters = (text: string) => text.replace(/[^a-z]/g, '')

/** Whether the letters of a password consist of such words only. */
function isMadeOfWords(letters: string, own: ReadonlySet<string>): boolean {
  if (letters === '') return true
  const ends = new Set([0])
  for (let at = 0; at < letters.length; at++) {
    if (!ends.has(at)) continue
    for (let end = at + 1; end <= letters.length; end++) {
      const part = letters.slice(at, end)
      if (dictionary.has(part) || own.has(part)) ends.add(end)
    }
  }
  return ends.has(letters.length)
}

/** Likely guesses about a person. */
export interface PersonalWords {
  /** Pinyin, initials, login name, school. */
  dictionaryWords?: readonly string[]
  /** Birthday, ID number, phone number. */
  numbers?: readonly string[]
}

const toPlainLower = (password: string) => password.normalize('NFKC').toLowerCase()

/** The letters of a password, as written and with look-alikes replaced. */
export function listPasswordLetters(password: string): string[] {
  const lower = toPlainLower(password)
  return [...new Set([extractLetters(lower), extractLetters(plain(lower))])]
}

/** A number in a much longer password does not weaken it; and one password must not test many numbers. */
const maxBesideNumber = 10

/** Whether a password would be guessed early, at a school or by a colleague. */
export function isWeakPassword(
  password: string,
  { dictionaryWords: personal = [], numbers = [] }: PersonalWords = {},
): boolean {
  const own = new Set(personal.map((word) => extractLetters(word.toLowerCase())).filter(Boolean))
  if (listPasswordLetters(password).some((letters) => isMadeOfWords(letters, own))) return true
  const lower = toPlainLower(password)
  const digits = lower.replace(/\D/g, '')
  return numbers.some(
    (number) =>
      number.length >= 6 &&
      [number.slice(-6), number.slice(-8), number].some(
        (part) => digits.includes(part) && lower.length - part.length <= maxBesideNumber,
      ),
  )
}
