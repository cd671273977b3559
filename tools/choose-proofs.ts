/**
 * Decides which proofs CI runs. A proof runs when its own files or its subject changed recently, and `mutations` always
 * runs. When the changed proofs take more than two minutes, the newest changes come first; the rest is listed and waits
 * for CI_ALL=1. Every `proofs/NAME.ts` declares its subject as `export const about = ['glob', …]`. The list is read
 * from the text of the file, because importing a proof would run it. An empty list means that `pnpm test` contains the
 * short form.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, matchesGlob, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const windowHours = 24
/** On a machine with two cores; a proof that shares it with another one takes half of its seconds. */
const budgetSeconds = 120
const alwaysRun = ['mutations']

export interface Proof {
  name: string
  /** Globs of the production source that this proof is about. */
  about: string[]
  /** The proof measures, or uses both cores: no other proof runs beside it. */
  runsAlone: boolean
  /** The approximate time of the short form on two cores. */
  seconds: number
}

export interface Change {
  file: string
  /** How many commits it is older than HEAD. */
  age: number
}

type ReasonedProof = Proof & { reason: string }

export interface ProofChoice {
  chosen: ReasonedProof[]
  /** Their subject changed, but newer changes fill the budget. */
  postponed: ReasonedProof[]
  /** Their subject did not change. */
  leftOut: Proof[]
}

/** Reads the declarations of one proof from its source text. */
export function parseProof(name: string, text: string): Proof {
  const list = /^export const about(?:: string\[\])? = \[([^\]]*)\]/m.exec(text)?.[1]
  if (list === undefined) throw new Error(`proofs/${name}.ts does not declare its subject: export const about = […]`)
  return {
    name,
    about: [...list.matchAll(/'([^']+)'/g)].map((match) => match[1]!),
    runsAlone: /^export const runsAlone = true$/m.test(text),
    seconds: Number(/^export const shortSeconds = (\d+)$/m.exec(text)?.[1] ?? 60),
  }
}

export function isProductionSource(file: string) {
  return !/\.(test|model\.test|fixture|journey)\.tsx?$|\.md$|\.gen\.ts$/.test(file)
}

/** Globs that match no file: the source was moved, and the proof would never be chosen again. */
export function findDeadGlobs(proofs: readonly Proof[], files: readonly string[]): string[] {
  const sources = files.filter(isProductionSource)
  return proofs.flatMap(({ name, about }) =>
    about
      .filter((glob) => !sources.some((file) => matchesGlob(file, glob)))
      .map((glob) => `proofs/${name}.ts is about ${glob}, which matches no file`),
  )
}

/**
 * `changes` is undefined when the history is not known, or when all proofs are wanted. `commit` decides between proofs whose
 * subjects changed in the same commit, so that over several commits each has its turn.
 */
export function chooseProofs(
  proofs: readonly Proof[],
  changes: readonly Change[] | undefined,
  commit = '',
): ProofChoice {
  const choice: ProofChoice = { chosen: [], postponed: [], leftOut: [] }
  const wanted: (ReasonedProof & { age: number })[] = []
  for (const proof of proofs) {
    if (proof.about.length === 0 && !alwaysRun.includes(proof.name)) continue
    const reason = changes
      ? reasonToRun(proof, changes)
      : { reason: 'all run, because CI_ALL is set or the history is not known', age: 0 }
    if (reason) wanted.push({ ...proof, ...reason })
    else choice.leftOut.push(proof)
  }
  const turn = ({ name }: Proof) => createHash('sha256').update(`${commit} ${name}`).digest('hex')
  let seconds = 0
  for (const proof of wanted.toSorted((a, b) => a.age - b.age || (turn(a) < turn(b) ? -1 : 1))) {
    const cost = proof.runsAlone ? proof.seconds : proof.seconds / 2
    const fits = !changes || alwaysRun.includes(proof.name) || seconds + cost <= budgetSeconds
    if (fits) seconds += cost
    choice[fits ? 'chosen' : 'postponed'].push(proof)
  }
  return choice
}

function reasonToRun({ name, about }: Proof, changes: readonly Change[]) {
  if (alwaysRun.includes(name)) return { reason: 'always runs', age: -1 }
  const isOwn = (file: string) => file === `proofs/${name}.ts` || file.startsWith(`proofs/${name}/`)
  const isSubject = (file: string) => isProductionSource(file) && about.some((glob) => matchesGlob(file, glob))
  const change = changes.find(({ file }) => isOwn(file) || isSubject(file))
  return change && { reason: `${change.file} changed`, age: change.age }
}

export function listFiles(): string[] {
  return git('ls-files', '-z').split('\0').filter(Boolean)
}

export function readProofs(): Proof[] {
  return globSync('proofs/*.ts', { cwd: root })
    .toSorted()
    .map((file) => parseProof(basename(file, '.ts'), readFileSync(join(root, file), 'utf8')))
}

/**
 * Files that were added, changed or deleted in the 24 hours before the committer date of HEAD, the newest change first,
 * so that the same commit always gives the same answer. A file that was only renamed is not listed. Undefined in a
 * shallow clone.
 */
export function listChanges(): Change[] | undefined {
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return undefined
    const since = Number(git('log', '-1', '--format=%ct')) - windowHours * 3600
    const format = ['--format=format:commit', '--name-only', '-M100%', '--diff-filter=AMD']
    const commits = git('log', `--since=@${since}`, ...format).split(/^commit$/m)
    return commits.slice(1).flatMap((files, age) =>
      files
        .split('\n')
        .filter(Boolean)
        .map((file) => ({ file, age })),
    )
  } catch {
    return undefined // no history at all, for example an unpacked archive
  }
}

export function readCommit(): string {
  return git('rev-parse', 'HEAD').trim()
}

function git(...args: string[]) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
