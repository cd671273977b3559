import type { CaseOutcome, MarkStatus } from '../../contract.ts'

/**
 * What should happen to the unexplained children of a morning, written down apart from the code that it judges: plain
 * objects, whole minutes, no database. Times are minutes after midnight.
 */
export interface ModelChild {
  parents: readonly string[]
  headPersonId: string | null
}
export interface ModelStep {
  child: number
  step: string
  /** Of the case when the step was taken. */
  openedAt: number
  at: number
  people: string[]
}
export interface ModelCase {
  status: 'open' | 'settled'
  outcome: CaseOutcome | null
  openedAt: number
  /** The lesson because of which it is open. */
  lesson: number
  taken: number
}

interface ModelPeople {
  grade: string
  moral: string
  leader: string
}
export const stepMinutes = { family: 0, 'class-teacher': 5, moral: 15, leader: 30 } as const
const order = Object.keys(stepMinutes) as (keyof typeof stepMinutes)[]
const isThere = (mark: MarkStatus | undefined) => mark === undefined || ['present', 'late', 'early'].includes(mark)

export class MorningModel {
  readonly cases = new Map<number, ModelCase>()
  readonly steps: ModelStep[] = []
  /** By class and lesson the marks that are not plainly present. */
  readonly #rolls = new Map<string, ReadonlyMap<number, MarkStatus>>()
  readonly #people: ModelPeople
  readonly #children: readonly ModelChild[]

  constructor(children: readonly ModelChild[], people: ModelPeople) {
    this.#children = children
    this.#people = people
  }

  /** The roll of a lesson is submitted, or submitted again. */
  roll(at: number, classAt: number, lesson: number, pupils: readonly number[], marks: ReadonlyMap<number, MarkStatus>) {
    const before = this.#rolls.get(`${classAt} ${lesson}`)
    this.#rolls.set(`${classAt} ${lesson}`, marks)
    for (const child of pupils) {
      const is = marks.get(child)
      const known = this.cases.get(child)
      if (is === 'missing') {
        if (before?.get(child) !== 'missing') this.#miss(at, child, lesson, this.#isInLaterRoll(classAt, lesson, child))
      } else if (known?.status === 'open' && isThere(is) && known.lesson <= lesson) {
        const wasWrong = known.lesson === lesson && before?.get(child) === 'missing'
        this.#settle(known, wasWrong && is !== 'late' ? 'school' : 'late')
      }
    }
  }

  #isInLaterRoll(classAt: number, lesson: number, child: number) {
    for (let later = lesson + 1; later < 3; later++) {
      const roll = this.#rolls.get(`${classAt} ${later}`)
      if (roll && isThere(roll.get(child))) return true
    }
    return false
  }

  #miss(at: number, child: number, lesson: number, isSeenSince: boolean) {
    const known = this.cases.get(child)
    const fresh: ModelCase = { status: 'open', outcome: null, openedAt: at, lesson, taken: 0 }
    if (!known)
      this.cases.set(
        child,
        isSeenSince ? { ...fresh, status: 'settled', outcome: 'school', taken: order.length } : fresh,
      )
    else if (
      !isSeenSince &&
      known.status === 'settled' &&
      (known.outcome === 'school' || known.outcome === 'late') &&
      lesson > known.lesson
    )
      this.cases.set(child, fresh)
  }

  isOpen = (child: number): boolean => this.cases.get(child)?.status === 'open'

  /** Leave for the whole day was approved, or somebody said where the child is. */
  settle(child: number, outcome: CaseOutcome) {
    const known = this.cases.get(child)
    if (known?.status === 'open') this.#settle(known, outcome)
  }

  #settle(known: ModelCase, outcome: CaseOutcome) {
    known.status = 'settled'
    known.outcome = outcome
  }

  /** A worker that lives looks at what is due. */
  run(at: number) {
    for (const [child, one] of this.cases) {
      if (one.status !== 'open') continue
      let isAtOnce = false
      while (one.taken < order.length) {
        const step = order[one.taken]!
        if (!isAtOnce && one.openedAt + stepMinutes[step] > at) break
        const people = this.#listPeople(child, step)
        this.steps.push({ child, step, openedAt: one.openedAt, at, people })
        isAtOnce = people.length === 0
        one.taken++
      }
    }
  }

  #listPeople(child: number, step: keyof typeof stepMinutes): string[] {
    const { parents, headPersonId } = this.#children[child]!
    if (step === 'family') return parents.toSorted()
    if (step === 'class-teacher') return headPersonId === null ? [] : [headPersonId]
    return step === 'moral' ? [this.#people.moral, this.#people.grade].toSorted() : [this.#people.leader]
  }
}
