import { idCardCheckDigit } from '#packages/core'

/** At least this many ID numbers must remain possible for the reader of an answer. */
export const minCandidates = 400
/** Counting further adds no information. */
const maxCounted = 10_000

/** A person whose number an answer may reveal. */
export interface KnownPerson {
  name: string
  idCard: string
}

/** What an answer reveals of a person's ID number. */
export interface IdNumberFinding {
  /** The path in the answer: data.items[0] */
  path: string
  idCard: string
  /** How many numbers fit the whole record; 1 is the number itself. */
  left: number
  /** The number as far as it can be derived: ? for unknown digits. */
  known: string
}

/** A record of an answer, with all texts in it and around it. */
interface AnswerRecord {
  path: string
  texts: readonly string[]
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Signed links, tokens, hashes: their digits belong to nobody. */
const longToken = /[\w-]{40,}/g
const phone = /(?<!\d)1[3-9]\d(\d{4}|\*{4})\d{4}(?!\d)/g
const moment = /\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g
/** 2012-06-07, 2012/6/7, 2012年6月7日, 20120607; the day may be missing. */
const dates = [
  /(?<!\d)((?:19|20)\d{2})[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?(?!\d)/g,
  /((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/g,
]
const wholeNumber = /\d{17}[\dX]/g
/** The visible rest of a masked number, with or without the letter of a 学籍号. */
const mask = /(?<![\dX*])[\dX*]{18}(?![\dX*])/gi

/**
 * Searches an answer for everything that narrows down the ID number of one of these people: the number itself, its
 * masked form, the birthday in any field, the sex, and its last digits. All values of one record and of the records
 * around it count together. The area counts as known: everybody knows where the school is.
 */
export function findIdNumbers(answer: unknown, people: readonly KnownPerson[]): IdNumberFinding[] {
  const known = indexOf(people)
  return [...recordsOf(answer, 'data', [])].flatMap((record) => findInRecord(record, known))
}

/** The lowest number of candidates of all findings; undefined without a finding. */
export const getLowestCandidates = (findings: readonly IdNumberFinding[]): number | undefined =>
  findings.length === 0 ? undefined : findings.reduce((least, { left }) => Math.min(least, left), Infinity)

interface Index {
  all: ReadonlySet<string>
  byName: ReadonlyMap<string, readonly KnownPerson[]>
  /** A man and a woman of each area: a mask of the first six digits says the same about all others. */
  byArea: ReadonlyMap<string, readonly string[]>
  byMonth: ReadonlyMap<string, readonly string[]>
}

function indexOf(people: readonly KnownPerson[]): Index {
  const all = people.map(({ idCard }) => idCard)
  const areas = Map.groupBy(all, (idCard) => idCard.slice(0, 6))
  const pairOf = (some: readonly string[]) =>
    ['男', '女'].flatMap((sex) => some.find((one) => sexOf(one) === sex) ?? [])
  return {
    all: new Set(all),
    byName: Map.groupBy(people, ({ name }) => name),
    byArea: new Map([...areas].map(([area, some]) => [area, pairOf(some)])),
    byMonth: Map.groupBy(all, (idCard) => idCard.slice(6, 12)),
  }
}

const sexOf = (idCard: string) => (Number(idCard[16]) % 2 === 1 ? '男' : '女')

/** Every object of a tree. Lists of texts belong to their object, and objects to those around them. */
function* recordsOf(value: unknown, path: string, around: readonly string[]): Generator<AnswerRecord> {
  if (Array.isArray(value)) {
    const texts = [...around, ...value.flatMap(textsOf)]
    if (texts.length > around.length) yield { path, texts }
    for (const [at, one] of value.entries()) if (isTree(one)) yield* recordsOf(one, `${path}[${at}]`, texts)
  } else if (isTree(value)) {
    const entries = Object.entries(value)
    const texts = [
      ...around,
      ...entries.flatMap(([, one]) => (Array.isArray(one) ? one.flatMap(textsOf) : textsOf(one))),
    ]
    yield { path, texts }
    for (const [key, one] of entries) if (isTree(one)) yield* recordsOf(one, `${path}.${key}`, texts)
  } else {
    yield { path, texts: textsOf(value) }
  }
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'number' ? [String(value)] : []

function findInRecord({ path, texts }: AnswerRecord, known: Index): IdNumberFinding[] {
  const clean = texts.map((text) => text.replace(uuid, ' ').replace(moment, ' '))
  const masks = clean.flatMap((text) => text.toUpperCase().match(mask) ?? [])
  const born = clean.flatMap(datesIn)
  const plain = clean.map((text) => text.replace(longToken, ' ').replace(phone, ' '))
  const tails = plain.flatMap((text) => /(?<!\d)\d{3}[\dX]$/i.exec(text.trim())?.[0].toUpperCase() ?? [])
  const named = texts.flatMap((text) => known.byName.get(text) ?? []).map(({ idCard }) => idCard)
  const isBorn = (idCard: string) => born.includes(idCard.slice(6, 14))
  // Many people share four digits. They count for named people, or else for those whose birthday is in the record.
  const endsSo = (idCard: string) => (named.length > 0 ? named.includes(idCard) : isBorn(idCard))
  const sexes = new Set(texts.filter((text) => text === '男' || text === '女'))
  const meant = new Set([
    ...masks.flatMap((one) => ownersOf(one, known)),
    ...born.flatMap((digits) => known.byMonth.get(digits.slice(0, 6)) ?? []),
    ...named.filter((idCard) => tails.some((tail) => idCard.endsWith(tail))),
    ...plain.flatMap((text) => (text.match(wholeNumber) ?? []).filter((one) => known.all.has(one))),
  ])
  return [...meant].map((idCard) => {
    const knownDigits = Array.from({ length: 18 }, () => '?')
    const setDigits = (from: number, digits: string) => {
      for (let at = 0; at < digits.length; at++) if (digits[at] !== '*') knownDigits[from + at] = digits[at]!
    }
    setDigits(0, idCard.slice(0, 6))
    for (const one of masks) if (fits(one, idCard)) setDigits(0, one)
    for (const digits of born) if (idCard.slice(6).startsWith(digits)) setDigits(6, digits)
    for (const tail of tails) if (idCard.endsWith(tail) && endsSo(idCard)) setDigits(14, tail)
    if (plain.some((text) => text.includes(idCard))) setDigits(0, idCard)
    // Both sexes in one record are the options of a filter or belong to another person: then the sex is unknown.
    const isSexKnown = sexes.size === 1 && sexes.has(sexOf(idCard))
    const pattern = knownDigits.join('')
    return { path, idCard, known: pattern, left: countLeft(pattern, isSexKnown ? Number(idCard[16]) % 2 : undefined) }
  })
}

/** Whether a number, or a part of one, matches a pattern; unknown digits match everything. */
function isLike(digits: string, wanted: string, open: string): boolean {
  for (let at = 0; at < wanted.length; at++) if (wanted[at] !== open && wanted[at] !== digits[at]) return false
  return true
}

function ownersOf(one: string, known: Index): readonly string[] {
  if (/^\d{6}\*{12}$/.test(one)) return known.byArea.get(one.slice(0, 6)) ?? []
  return [...known.all].filter((idCard) => fits(one, idCard))
}

const fits = (one: string, idCard: string) => one.includes('*') && /\d/.test(one) && isLike(idCard, one, '*')

/** The digits of the dates, and of the months, in a text. */
const datesIn = (text: string): string[] =>
  dates.flatMap((date) =>
    [...text.matchAll(date)].map(
      ([, year, month, day]) => year! + month!.padStart(2, '0') + (day?.padStart(2, '0') ?? ''),
    ),
  )

const counted = new Map<string, number>()

/** How many ID numbers match this pattern: 330199????????????, of men (1), of women (0) or of either. */
function countLeft(pattern: string, parity: number | undefined): number {
  const key = `${pattern} ${parity}`
  const before = counted.get(key)
  if (before !== undefined) return before
  const left = count(pattern, parity)
  counted.set(key, left)
  return left
}

function count(pattern: string, parity: number | undefined): number {
  const date = pattern.slice(6, 14)
  const order = pattern.slice(14, 17)
  let left = 0
  for (const day of daysLike(date))
    for (let number = 0; number < 1000; number++) {
      const three = String(number).padStart(3, '0')
      if (!isLike(three, order, '?') || (parity !== undefined && number % 2 !== parity)) continue
      if (!isLike(idCardCheckDigit(pattern.slice(0, 6) + day + three), pattern.slice(17), '?')) continue
      if (++left >= maxCounted) return left
    }
  return left
}

/** Possible birthdays. Without any date the age is still roughly known: two years. */
function* daysLike(wanted: string): Generator<string> {
  const isOpen = wanted.startsWith('????')
  const [from, to] = isOpen ? [2012, 2013] : [1930, 2030]
  for (
    let day = new Date(Date.UTC(from, 0, 1));
    day.getUTCFullYear() <= to;
    day = new Date(day.getTime() + 86_400_000)
  ) {
    const digits = day.toISOString().slice(0, 10).replaceAll('-', '')
    if (isLike(digits, wanted, '?')) yield digits
  }
}
