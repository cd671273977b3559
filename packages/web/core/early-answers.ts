/** An answer that came with another one: the data board answers for all its cards. */
export interface EarlyAnswer {
  url: string
  ret: number
  msg: string
  data: unknown
}

/** Whoever does not ask soon after it came gets a new answer. */
const lifetimeMs = 10_000

let answers = new Map<string, EarlyAnswer>()
let expiresAt = 0
/** Changes with every write. */
let round = 0
let expected: { urls: ReadonlySet<string>; settled: Promise<unknown> } | undefined

/** Calls of these addresses wait for the answer that is on its way. */
export function expectEarlyAnswers(urls: readonly string[], settled: Promise<unknown>) {
  const mine = { urls: new Set(urls), settled }
  expected = mine
  void forgetWhenSettled(mine)
}

async function forgetWhenSettled(mine: NonNullable<typeof expected>) {
  await mine.settled.catch(() => {})
  if (expected === mine) expected = undefined
}

/** Where answers that are asked for now may be put. */
export const getEarlyRound = () => round

/** Answers that were asked for before the last write are dropped. */
export function putEarlyAnswers(all: readonly EarlyAnswer[], askedIn = round) {
  if (askedIn !== round) return
  answers = new Map(all.map((one) => [one.url, one]))
  expiresAt = performance.now() + lifetimeMs
}

/** After a write, and in another organisation, none of them is true any more. */
export function forgetEarlyAnswers() {
  answers.clear()
  round++
}

/** Whether it is worth waiting. Other calls begin at once, with the mark of what began them. */
export const mayComeEarly = (url: string) => Boolean(expected?.urls.has(url)) || answers.has(url)

/** The answer of an address, once: whoever asks again wants a new one. */
export async function takeEarlyAnswer(url: string): Promise<EarlyAnswer | undefined> {
  if (expected?.urls.has(url)) await expected.settled.catch(() => {})
  if (performance.now() > expiresAt) answers.clear()
  const found = answers.get(url)
  answers.delete(url)
  return found
}
