import { addDays, dayOf, daysBetween, getWeekday, type Ctx } from '#packages/core'

/** How far back the demo data goes. */
const maxDaysBack = 45

/**
 * Days of the demo data relative to the day of seeding. At the start of a term or after its end the same events are
 * closer together, or before the end.
 */
export class DemoTermDays {
  readonly today: string
  readonly #now: Date
  readonly #last: string
  readonly #span: number
  readonly #first: string
  readonly #hasLessons: (day: string) => boolean

  /** Office events happen on school days, as far as those are known. */
  constructor(
    { now }: Pick<Ctx, 'now'>,
    term: { startsOn: string; endsOn: string },
    hasLessons = (day: string) => getWeekday(day) <= 5,
  ) {
    this.#now = now
    this.today = dayOf(now)
    this.#last = this.today < term.endsOn ? this.today : term.endsOn
    this.#first = term.startsOn
    this.#hasLessons = hasLessons
    this.#span = Math.min(maxDaysBack, Math.max(0, daysBetween(term.startsOn, this.#last)))
  }

  /** A day this long ago, of 45; before a weekend or a holiday rather than in it. */
  ago(days: number): string {
    let day = addDays(this.#last, -Math.round((days * this.#span) / maxDaysBack))
    if (day < this.#first) day = this.#first
    while (days > 0 && day > this.#first && !this.#hasLessons(day)) day = addDays(day, -1)
    return day
  }

  /** That hour of such a day, and never later than now. */
  at(days: number, hour: number): Date {
    const moment = Date.parse(`${this.ago(days)}T00:00:00+08:00`) + hour * 3600_000
    return new Date(Math.min(moment, this.#now.getTime() - 60_000))
  }
}
