import { tooMany } from '#packages/core'

const maxOpenPerPerson = 20

/** Limits the open downloads per person: many slow downloads would use up the connections to the store. */
export class OpenFileLimiter {
  readonly #byPerson = new Map<string, number>()

  /** Counts one more download of this person and returns a function that releases it. */
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
