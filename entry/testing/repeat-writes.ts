import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Route } from '#packages/contract'
import { newId, Ret } from '#packages/core'
import { callEndpoint, type EndpointRequest } from './endpoint-calls.ts'
import type { WriteEffect, WriteJournal } from './write-journal.ts'

export interface RepeatedWrite {
  app: FastifyInstance
  route: Route
  /** A new valid request. */
  request: () => EndpointRequest
  authorization: string
  journal: WriteJournal
  /** How many requests are sent at once. */
  atOnce: number
  /** The write ends the caller's session: a repetition is refused for that reason. */
  endsSession?: boolean
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
    const { route, app, authorization, journal } = write
    const request = write.request()
    const key = newId()
    const send = async (sent = request) => {
      const { body } = await callEndpoint(app, route, sent, authorization, { 'idempotency-key': key })
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

/** Whether the request succeeds. All rows are restored. */
export async function isAccepted({ app, route, request, authorization, journal }: RepeatedWrite): Promise<boolean> {
  const { body } = await callEndpoint(app, route, request(), authorization)
  await journal.undo()
  return (JSON.parse(body) as Answer).ret === Ret.ok
}

/** For a write with transactions of its own: the first answer, and what the second request writes. */
export async function sendTwice({ app, route, request, authorization, journal }: RepeatedWrite) {
  const headers = { 'idempotency-key': newId() }
  const sent = request()
  const one = async () => {
    const { body } = await callEndpoint(app, route, sent, authorization, headers)
    return JSON.parse(body) as Answer
  }
  const first = await one()
  const effects = await journal.listEffects()
  await one()
  const after = await journal.listEffects()
  await journal.undo()
  return { first: first.ret, moreEffects: after.slice(effects.length) }
}

type Send = (request?: EndpointRequest) => Promise<Answer>
type Check = (write: RepeatedWrite, send: Send, request: EndpointRequest) => AsyncGenerator<string>

const print = ({ ret, msg }: Answer) => `${ret} ${msg}`
const printAll = (effects: readonly WriteEffect[]) => JSON.stringify(effects)

/** The first answer again; a secret one is not stored and is refused. */
const isRepetition = ({ route, endsSession }: RepeatedWrite, first: Answer, again: Answer) =>
  (endsSession && again.ret === Ret.sessionEnded) ||
  (route.secretAnswer ? again.ret === Ret.refused : isDeepStrictEqual(again, first))

/** One transaction with one line in the operation log. */
function* findWrongEffects(effects: readonly WriteEffect[]) {
  if (effects.length !== 1) yield `${effects.length} transactions wrote: ${printAll(effects)}`
  const logged = effects.map((effect) => effect['insert operation_log'] ?? 0)
  if (effects.length > 0 && logged.reduce((sum, count) => sum + count) !== 1)
    yield `${logged.join(', ')} lines in the operation log`
}

const checkSequence: Check = async function* inSequence(write, send, request) {
  const { journal } = write
  const first = await send()
  if (first.ret !== Ret.ok) return yield `the first attempt is refused: ${print(first)}`
  const effects = await journal.listEffects()
  yield* findWrongEffects(effects)
  const again = await send()
  if (!isRepetition(write, first, again)) yield `another answer: ${print(again)}`
  const other = await send(alterRequest(request))
  if (other.ret !== (write.endsSession ? Ret.sessionEnded : Ret.refused))
    yield `another body is not refused: ${print(other)}`
  const after = await journal.listEffects()
  if (!isDeepStrictEqual(after, effects)) yield `a second effect: ${printAll(after)}`
}

const checkAtOnce: Check = async function* atOnce(write, send) {
  const { journal, atOnce: count } = write
  const answers = await Promise.all(Array.from({ length: count }, () => send()))
  const first = answers.find(({ ret }) => ret === Ret.ok)
  if (!first) return yield `all are refused: ${print(answers[0]!)}`
  const others = answers.filter((answer) => answer !== first && !isRepetition(write, first, answer))
  if (others.length > 0) yield `${others.length} other answers: ${print(others[0]!)}`
  yield* findWrongEffects(await journal.listEffects())
}

const checkKilled: Check = async function* killed(write, send) {
  const { journal } = write
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
  yield* findWrongEffects(await journal.listEffects())
}

/** Another request with the same meaning for the contract, which drops unknown fields. */
function alterRequest(request: EndpointRequest): EndpointRequest {
  if (request.form) return { ...request, form: { ...request.form, other: '1' } }
  if (Array.isArray(request.body)) return { ...request, body: [...(request.body as unknown[]), request.body.at(-1)] }
  if (request.body) return { ...request, body: { ...(request.body as object), other: 1 } }
  return { ...request, query: { ...request.query, other: '1' } }
}
