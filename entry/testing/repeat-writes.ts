import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Route } from '#packages/contract'
import { newId, Ret } from '#packages/core'
import { callEndpoint, type EndpointRequest } from './endpoint-calls.ts'
import type { WriteExample } from './write-examples.ts'
import type { WriteEffect, WriteJournal } from './write-journal.ts'

export interface RepeatedWrite {
  app: FastifyInstance
  route: Route
  /** A new valid request, with the rows that it needs and the session of its caller. */
  example: () => Promise<WriteExample>
  journal: WriteJournal
  /** How many requests are sent at once. */
  atOnce: number
  /** The write ends the caller's session: a repetition is refused for that reason. */
  endsSession?: boolean
  /** What one request wrote. */
  effects?: readonly WriteEffect[]
}

interface Answer {
  ret: number
  msg: string
  data: unknown
}

/**
 * Sends one write again and again with the same idempotency key: in sequence, at once, with another body, and after the
 * connection of the first attempt was killed. Returns what happened more than once, or not as promised. All rows are
 * restored.
 */
export async function findRepeatedEffects(write: RepeatedWrite): Promise<string[]> {
  const problems: string[] = []
  for (const check of [checkSequence, checkAtOnce, checkKilled]) {
    const { route, app, journal } = write
    const { request, authorization, headers } = await write.example()
    await journal.mark()
    const key = newId()
    const send = async (sent = request) => {
      const { body } = await callEndpoint(app, route, sent, authorization, {
        ...headers,
        'idempotency-key': key,
      })
      const { ret, msg, data } = JSON.parse(body) as Answer
      return { ret, msg, data }
    }
    try {
      for await (const problem of check(write, send, request)) problems.push(`${check.name}: ${problem}`)
    } finally {
      await journal.disarm()
      await journal.undo()
    }
  }
  return problems
}

/** Why the request is refused, if it is. All rows are restored. */
export async function findRefusal(write: RepeatedWrite): Promise<string | undefined> {
  const { app, route, example, journal } = write
  const { request, authorization, headers } = await example()
  const { body } = await callEndpoint(app, route, request, authorization, headers)
  await journal.undo()
  const answer = JSON.parse(body) as Answer
  return answer.ret === Ret.ok ? undefined : print(answer)
}

type Send = (request?: EndpointRequest) => Promise<Answer>
type Check = (write: RepeatedWrite, send: Send, request: EndpointRequest) => AsyncGenerator<string>

const print = ({ ret, msg }: Answer) => `${ret} ${msg}`
const printAll = (effects: readonly WriteEffect[]) => JSON.stringify(effects)

/** The first answer again; a secret one is not stored and is refused. */
const isRepetition = ({ route, endsSession }: RepeatedWrite, first: Answer, again: Answer) =>
  (endsSession && again.ret === Ret.sessionEnded) ||
  (route.secretAnswer ? again.ret === Ret.refused : isDeepStrictEqual(again, first))

/**
 * One transaction with one line in the operation log. A write with transactions of its own wrote what one request
 * writes.
 */
function* findWrongEffects({ route, effects: expected }: RepeatedWrite, effects: readonly WriteEffect[]) {
  yield* findWrongLines(route, effects)
  if (route.ownTransactions) {
    if (expected && !isDeepStrictEqual(sumRows(effects), sumRows(expected)))
      yield `other rows were written: ${printAll(effects)} in place of ${printAll(expected)}`
    return
  }
  if (effects.length !== 1) yield `${effects.length} transactions wrote: ${printAll(effects)}`
}

/** Every write leaves exactly one line in the operation log, whatever transactions it has. */
export function* findWrongLines({ path }: Route, effects: readonly WriteEffect[]) {
  const lines = sumRows(effects)['insert operation_log'] ?? 0
  if (lines !== 1 && !otherLines.has(path)) yield `${lines} lines in the operation log`
}
/** Writes without a line or with several, with the reason. */
const otherLines = new Map([
  ['/api/platform/createDistrict', 'the line of the platform, and two in the log of the new district'],
  ['/api/platform/inviteDistrictAdministrator', 'the line of the platform, and one in the log of the district'],
  ['/api/users/scanQrCode', 'a step of a sign-in, which the login log has'],
  ['/api/users/setQrCode', 'a step of a sign-in, which the login log has'],
  ['/api/users/issueTicket', 'a step of a sign-in to an application, which the login log has'],
  ['/api/users/totpBegin', 'a step: the new factor is logged when it is confirmed'],
  ['/api/users/passkeyBegin', 'a step: the new factor is logged when it is confirmed'],
  ['/api/files/completeUpload', 'logged when the parts are joined; those of the example are missing'],
  ['/api/studentFace/sendZip', 'a part of an upload whose begin and start are logged'],
])

/** The rows of all transactions together. */
function sumRows(effects: readonly WriteEffect[]): WriteEffect {
  const sums: Record<string, number> = {}
  for (const [what, count] of effects.flatMap((effect) => Object.entries(effect)))
    sums[what] = (sums[what] ?? 0) + count
  return sums
}

/** What a write with several transactions writes in advance: a log line, a notice, the job that completes it. */
const inAdvance = ['operation_log', 'operation_object', 'message', 'message_batch', 'job']

const checkSequence: Check = async function* (write, send, request) {
  const { journal } = write
  const first = await send()
  if (first.ret !== Ret.ok) return yield `the first attempt is refused: ${print(first)}`
  const effects = await journal.listEffects()
  yield* findWrongEffects(write, effects)
  write.effects = effects
  const again = await send()
  if (!isRepetition(write, first, again)) yield `another answer: ${print(again)}`
  const other = await send(alterRequest(request))
  if (other.ret !== (write.endsSession ? Ret.sessionEnded : Ret.refused))
    yield `another body is not refused: ${print(other)}`
  const after = await journal.listEffects()
  if (!isDeepStrictEqual(after, effects)) yield `a second effect: ${printAll(after)}`
}

const checkAtOnce: Check = async function* (write, send) {
  const { journal, route, atOnce: count } = write
  const answers = await Promise.all(Array.from({ length: count }, () => send()))
  const first = answers.find(({ ret }) => ret === Ret.ok)
  if (!first) return yield `all are refused: ${print(answers[0]!)}`
  const others = answers.filter((answer) => answer !== first && !isRepetition(write, first, answer))
  // With transactions of its own, a write in progress cannot be waited for.
  const wrong = others.filter(({ ret }) => !route.ownTransactions || ret !== Ret.tooMany)
  if (wrong.length > 0) yield `${wrong.length} other answers: ${print(wrong[0]!)}`
  yield* findWrongEffects(write, await journal.listEffects())
}

const checkKilled: Check = async function* (write, send) {
  const { journal, route } = write
  if (route.ownTransactions) return yield* findKilledInSteps(write, send)
  // The line in the log is the last row of a write but for the stored answer.
  await journal.arm('operation_log')
  const lost = await send()
  await journal.disarm()
  if (lost.ret !== Ret.unavailable) yield `the killed attempt was not killed: ${print(lost)}`
  const kept = await journal.listEffects()
  if (kept.length > 0) yield `the killed attempt left ${printAll(kept)}`
  const retried = await send()
  if (retried.ret !== Ret.ok) return yield `the retry is refused: ${print(retried)}`
  const again = await send()
  if (!isRepetition(write, retried, again)) yield `another answer after the retry: ${print(again)}`
  yield* findWrongEffects(write, await journal.listEffects())
}

/** With several transactions the retry may be refused, for a used code or a job that completes the first attempt. */
async function* findKilledInSteps({ journal, effects = [] }: RepeatedWrite, send: Send) {
  const table = Object.keys(effects.at(-1) ?? {})[0]?.split(' ')[1]
  // A write that leaves no row has no connection to lose.
  if (table === undefined) return
  await journal.arm(table)
  const lost = await send()
  await journal.disarm()
  if (lost.ret !== Ret.unavailable) yield `the killed attempt was not killed: ${print(lost)}`
  await send()
  const expected = sumRows(effects)
  for (const [what, count] of Object.entries(sumRows(await journal.listEffects()))) {
    const [, name = ''] = what.split(' ')
    if (count > (expected[what] ?? 0) && !inAdvance.includes(name))
      yield `${what} happened ${count} times in place of ${expected[what] ?? 0}`
  }
}

/** Another request with the same meaning for the contract, which drops unknown fields. */
function alterRequest(request: EndpointRequest): EndpointRequest {
  if (request.form) return { ...request, form: { ...request.form, other: '1' } }
  if (Array.isArray(request.body)) return { ...request, body: [...(request.body as unknown[]), request.body.at(-1)] }
  if (request.body) return { ...request, body: { ...(request.body as object), other: 1 } }
  return { ...request, query: { ...request.query, other: '1' } }
}
