/** How many sequences a model test runs: 150 in `pnpm test`, more by `pnpm proof model-tests [--long]`. */
export const modelRuns = Number(process.env['QIMING_MODEL_RUNS'] ?? 150)
/** Far more than they need; a hanging run should still end. */
export const modelTimeoutMs = 300_000 + modelRuns * 240

/** What a model test did, for the figures in the documentation. */
export class ModelTally {
  readonly #began = performance.now()
  #commands = 0
  readonly #answers = new Map<string, number>()

  note(answer: string) {
    this.#commands++
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1)
  }
  print(name: string) {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1)
    const answers = [...this.#answers]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([answer, count]) => `${answer} × ${count}`)
    console.log(`${name}: ${modelRuns} sequences, ${this.#commands} commands, ${seconds} s; ${answers.join(', ')}`)
  }
}

/** The same in every test run, so that no test fails by chance; the proofs use a new seed each time. */
export const modelSeed = Number(process.env['QIMING_MODEL_SEED'] ?? 20_261_116)
