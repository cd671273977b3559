import { tooMany } from '#packages/core'

const maxOpenPerPerson = 20

/** How many files each person is taking at this moment: whoever opens many and reads slowly leaves no line to the store for others. */
export class OpenFileLimiter {
  readonly #byPerson = new Map<string, number>()

  /** One more for this person. What it answers gives the place back. */
  acquire(personId: string): () => void {
    const before = this.#byPerson.get(personId) ?? 0
    if (before >= maxOpenPerPerson) throw tooMany('同时打开的文件过多，请稍后再试', 5)
    this.#byPerson.set(personId, before + 1)
    return () => {
      const left = this.#byPerson.get(personId)! - 1
      if (left > 0) this.#byPerson.set(personId, left)
      else this.#byPerson.delete(personId)
    }
  }
}
