/** A map that evicts the least recently used entry when it is full. */
export class LruMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #atMost: number

  constructor(atMost: number) {
    this.#atMost = atMost
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#atMost) this.#entries.delete(this.#entries.keys().next().value!)
  }
}
