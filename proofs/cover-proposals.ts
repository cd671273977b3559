/**
 * Who covers which lesson: 40 lessons without a teacher in a school of 36 classes and 150 teachers get one within a
 * second, with everything that is read for it. In random weeks nobody is proposed who is busy, away, over a limit or not
 * to be asked, and no lesson is left while somebody could give it: an independent checker looks at each proposal. Prints
 * how fair the covers are, and the broken wishes. `--long` takes 500 weeks, and checks the milliseconds.
 */
import { createRandomWeek, listMistakes } from '#engines/cover/server/random-week.fixture.ts'
import { proposeFrom } from '#engines/cover/server/propose-covers.ts'
import { runTest } from './shared/test-run.ts'

export const about = [
  'packages/solver/**',
  'engines/cover/server/propose-covers.ts',
  'engines/cover/server/find-candidates.ts',
  'engines/cover/server/candidate-*.ts',
  'engines/cover/server/load-candidates.ts',
]
export const shortSeconds = 40

const long = process.argv.includes('--long')
const failures: string[] = []

function show(what: string, isGood: boolean) {
  console.log(`cover: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

await tryRandomWeeks('small schools', long ? 500 : 50, (seed) => ({ classes: 3 + (seed % 6), open: 1 + (seed % 9) }))
await tryRandomWeeks('45 classes', long ? 50 : 5, () => ({ classes: 45, open: 40, spare: 2 }))
await showWishes()
await showLargeSchool()
for (const failure of failures) console.error(`cover: FAILED ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)

async function tryRandomWeeks(
  name: string,
  rounds: number,
  factsOf: (seed: number) => Parameters<typeof createRandomWeek>[1],
) {
  const first = long ? 1 : Date.now() % 1_000_000
  const spreads: number[] = []
  const times: number[] = []
  let [lessons, nobody, wishes] = [0, 0, 0]
  for (let seed = first; seed < first + rounds; seed++) {
    const question = createRandomWeek(seed, factsOf(seed))
    const began = performance.now()
    const proposal = await proposeFrom(question)
    times.push(performance.now() - began)
    const mistakes = listMistakes(question, proposal)
    if (mistakes.length > 0) show(`${name}, seed ${seed}: ${mistakes.join('; ')}`, false)
    lessons += proposal.lessons.length
    nobody += proposal.lessons.filter(({ userId }) => userId === null).length
    wishes += proposal.broken.length
    if (proposal.fairness.teachers > 1) spreads.push(proposal.fairness.most - proposal.fairness.least)
  }
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  show(
    `${name}, ${rounds} random weeks from ${first}: ${lessons} lessons, ${nobody} without anybody, ${wishes} broken wishes; ` +
      `covers of a term differ by ${middle(spreads)}; ${middle(times).toFixed(0)} ms`,
    lessons > rounds,
  )
}

/** Of one week, as the office reads them. */
async function showWishes() {
  const { broken, lessons } = await proposeFrom(createRandomWeek(7, { classes: 6, open: 8 }))
  for (const line of broken) console.log(`cover:   ${line}`)
  for (const { userId, note } of lessons) if (userId === null) console.log(`cover:   ${note}`)
}

async function showLargeSchool() {
  const { isGreen, output, end } = await runTest('engines/cover/server/large-cover.test.ts', {
    QIMING_COVER_CLASSES: '36',
    QIMING_COVER_TEACHERS: '150',
    QIMING_COVER_LESSONS: '40',
    QIMING_COVER_TIMED: long ? '1' : '0',
  })
  for (const [line] of output.matchAll(/cover: .*/g)) console.log(line)
  show(`36 classes: ${isGreen ? 'everybody proposed is free' : end}`, isGreen)
}
