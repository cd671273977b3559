import { describe, expect, it } from 'vitest'
import {
  chooseProofs,
  findDeadGlobs,
  listFiles,
  parseProof,
  readProofs,
  type Change,
  type Proof,
} from './choose-proofs.ts'

const proof = (name: string, ...about: string[]): Proof => ({ name, about, runsAlone: false, seconds: 60 })
const proofs = [
  proof('mutations'),
  proof('message-delivery', 'kernel/message/server/**', 'packages/http/stream.ts'),
  proof('model-tests'),
  proof('log-seals', 'kernel/audit/server/**'),
]
const changesOf = (files: string[]): Change[] => files.map((file) => ({ file, age: 0 }))
const reasonsFor = (...changed: string[]) =>
  Object.fromEntries(chooseProofs(proofs, changesOf(changed)).chosen.map(({ name, reason }) => [name, reason]))

describe('the proofs that CI runs', () => {
  it('are the mutations and those whose subject changed', () => {
    expect(reasonsFor('kernel/message/server/service/send-messages.ts', 'kernel/student/contract.ts')).toEqual({
      mutations: 'always runs',
      'message-delivery': 'kernel/message/server/service/send-messages.ts changed',
    })
    expect(chooseProofs(proofs, []).leftOut.map(({ name }) => name)).toEqual(['message-delivery', 'log-seals'])
  })

  it('are those whose own files changed', () => {
    expect(reasonsFor('proofs/log-seals.ts')).toHaveProperty('log-seals', 'proofs/log-seals.ts changed')
    expect(reasonsFor('proofs/log-seals/rows.ts')).toHaveProperty('log-seals')
    expect(reasonsFor('proofs/shared/process.ts')).toEqual({ mutations: 'always runs' })
  })

  it('are not chosen by tests, fixtures and documentation', () => {
    const files = [
      'kernel/audit/server/seal-logs.test.ts',
      'kernel/audit/server/rows.fixture.ts',
      'docs/operators/logs.md',
    ]
    expect(reasonsFor(...files)).toEqual({ mutations: 'always runs' })
  })

  it('are all of them without a known history, except those that the tests contain', () => {
    expect(
      chooseProofs(proofs, undefined)
        .chosen.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['log-seals', 'message-delivery', 'mutations'])
  })

  it('are those with the newest changes where there is no time for all of them', () => {
    const slow = ['one', 'two', 'three', 'four'].map((name) => ({ ...proof(name, `${name}/**`), seconds: 100 }))
    const changes = slow.map(({ name }, at) => ({ file: `${name}/a.ts`, age: 3 - at }))
    const { chosen, postponed } = chooseProofs(slow, changes)
    expect(chosen.map(({ name }) => name)).toEqual(['four', 'three'])
    expect(postponed.map(({ name }) => name)).toEqual(['two', 'one'])
    expect(chooseProofs(slow, undefined).chosen).toHaveLength(4)
  })

  it('take turns where all of it changed at once', () => {
    const slow = ['one', 'two', 'three', 'four'].map((name) => ({ ...proof(name, '**'), seconds: 200 }))
    const commits = Array.from({ length: 40 }, (_, at) => `commit ${at}`)
    const firsts = commits.map((commit) => chooseProofs(slow, [{ file: 'a.ts', age: 0 }], commit).chosen[0]!.name)
    expect(new Set(firsts).size).toBe(4)
  })

  it('declare their subject in their text', () => {
    const text =
      "export const about = [\n  'a/**', // why\n  'b.ts',\n]\nexport const runsAlone = true\nexport const shortSeconds = 12\n"
    expect(parseProof('x', text)).toEqual({ name: 'x', about: ['a/**', 'b.ts'], runsAlone: true, seconds: 12 })
    expect(() => parseProof('x', 'const about = []')).toThrow('does not declare its subject')
  })

  it('have subjects that exist', () => {
    expect(findDeadGlobs([proof('x', 'kernel/gone/**')], ['kernel/org/a.ts'])).toEqual([
      'proofs/x.ts is about kernel/gone/**, which matches no file',
    ])
    expect(findDeadGlobs(readProofs(), listFiles())).toEqual([])
  })
})
