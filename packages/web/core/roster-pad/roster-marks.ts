import type { RosterLayout, RosterMark, RosterMarks, RosterPerson, RosterStatus } from './roster-types.ts'

/** The status of somebody without a mark. */
const getPlainStatus = (statuses: readonly RosterStatus[]) => {
  const [plain] = statuses
  if (!plain) throw new Error('a pad needs at least one status')
  return plain
}

/** The status of a person, and of an unknown mark the first one. */
export const getStatusOf = (id: string, marks: RosterMarks, statuses: readonly RosterStatus[]) =>
  statuses.find(({ value }) => value === marks[id]?.status) ?? getPlainStatus(statuses)

/** What a tap sets. From a status outside the cycle a tap goes back to its beginning. */
export function getNextStatus(current: string, cycle: readonly string[]) {
  const next = cycle[(cycle.indexOf(current) + 1) % cycle.length]
  if (next === undefined) throw new Error('a pad needs a cycle')
  return next
}

export interface RosterCount {
  status: RosterStatus
  count: number
}

/** How many people have each status, also those that nobody has. */
export const countStatuses = (
  people: readonly Pick<RosterPerson, 'id'>[],
  marks: RosterMarks,
  statuses: readonly RosterStatus[],
): RosterCount[] =>
  statuses.map((status) => ({
    status,
    count: people.filter(({ id }) => getStatusOf(id, marks, statuses) === status).length,
  }))

/** 迟到 5分钟 */
export const describeMark = ({ label }: RosterStatus, mark: RosterMark | undefined) =>
  mark?.minutes ? `${label} ${mark.minutes}分钟` : label

/** What a screen reader says after the name: 迟到 5分钟，07:31到校. */
export function describePerson(person: RosterPerson, marks: RosterMarks, statuses: readonly RosterStatus[]) {
  const status = describeMark(getStatusOf(person.id, marks, statuses), marks[person.id])
  return [status, person.tag, ...(person.badges ?? []).map(({ label }) => label)].filter(Boolean).join('，')
}

const byPinyin = new Intl.Collator('zh-CN-u-co-pinyin')

/** By seat number, and as a list by the sound of the names. Who has no seat number comes last. */
export const sortPeople = (people: readonly RosterPerson[], layout: RosterLayout) =>
  [...people].sort((one, other) =>
    layout === 'list'
      ? byPinyin.compare(one.name, other.name)
      : (one.seatNo ?? Infinity) - (other.seatNo ?? Infinity) || byPinyin.compare(one.name, other.name),
  )

/** The first character of each letter in the order of sounds; no sound begins with I, U or V. */
const firstOfLetter = Array.from('阿八嚓搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝')
const letters = Array.from('ABCDEFGHJKLMNOPQRSTWXYZ')

/** The letter under which a name stands in the list. */
export function getLetter(name: string) {
  const [first = ''] = name
  if (/[a-z]/i.test(first)) return first.toUpperCase()
  let letter = '#'
  if (!/\p{Script=Han}/u.test(first)) return letter
  for (const [at, boundary] of firstOfLetter.entries()) {
    if (byPinyin.compare(first, boundary) < 0) break
    letter = letters[at] ?? letter
  }
  return letter
}

/**
 * Draws people in random order, and nobody twice before everybody had a turn: `drawn` are the ids of this round. When
 * it is full, a new round begins.
 */
export function pickPerson<Person extends { id: string }>(
  people: readonly Person[],
  drawn: readonly string[],
  random: () => number = Math.random,
): { person: Person; drawn: string[] } | undefined {
  const open = people.filter(({ id }) => !drawn.includes(id))
  // The first of a new round is not the last of the old one.
  const others = people.filter(({ id }) => id !== drawn.at(-1))
  const round = open.length > 0 ? open : others.length > 0 ? others : people
  const person = round[Math.floor(random() * round.length)]
  if (!person) return undefined
  return { person, drawn: open.length > 0 ? [...drawn, person.id] : [person.id] }
}
