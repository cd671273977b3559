import type { FastifyInstance } from 'fastify'
import type { Route } from '#packages/contract'
import { Ret } from '#packages/core'
import { findFaults, type Fault } from './answer-faults.ts'
import type { EndpointRequest } from './endpoint-calls.ts'
import { makeHostileRequest, type HostileRequest } from './hostile-requests.ts'
import { createSeededRandom } from './organisation-counts-model.ts'

/** One endpoint with a valid request and the tokens of its callers. */
export interface FuzzTarget {
  route: Route
  app: FastifyInstance
  example?: () => EndpointRequest
  /** Sessions: the first ones may call the endpoint, and are used most often. */
  callers: readonly { name: string; authorization: string | undefined }[]
}

interface FuzzOptions {
  seed: number
  inputs: number
  /** The first input, to repeat some of a run. */
  from?: number
  atOnce?: number
  /** A request that takes longer hangs. */
  hangMs: number
  knownIds: readonly string[]
  /** Names that no answer may contain. */
  names?: RegExp
  /** Restores the rows after an input that ended the session of its caller. */
  restore?: () => Promise<void>
  /** The reason of a server error, by request id. */
  reasonOf?: (requestId: string) => string | undefined
}

interface FoundFault extends Fault {
  endpoint: string
  /** The number of the input; with the seed it repeats the request. */
  input: number
  caller: string
  request: string
}

interface FuzzResult {
  faults: FoundFault[]
  /** How many inputs had an error of each kind. */
  kinds: Map<string, number>
  rets: Map<string, number>
  /** How many inputs got as far as the handler: answered, or refused by more than the checks of `mount`. */
  handled: number
  slowestMs: number
  /** Of this process, without PostgreSQL. */
  cpuSeconds: number
  /** Milliseconds per endpoint, all inputs together. */
  times: Map<string, number>
  seconds: number
}

/** Sends inputs to all targets in turn. Input n of a seed is always the same request. */
export async function fuzzEndpoints(targets: readonly FuzzTarget[], options: FuzzOptions): Promise<FuzzResult> {
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  const run = new FuzzRun(targets, options)
  let next = options.from ?? 0
  const work = async () => {
    while (next < options.inputs && !run.isSignedOut) await run.send(next++)
  }
  while (next < options.inputs) {
    await Promise.all(Array.from({ length: options.atOnce ?? 4 }, work))
    if (run.isSignedOut) await options.restore?.()
    run.isSignedOut = false
  }
  await run.confirm()
  const { user, system } = process.cpuUsage(cpuBefore)
  const seconds = (performance.now() - began) / 1000
  return Object.assign(run.result, { seconds, cpuSeconds: (user + system) / 1_000_000 })
}

/** The random numbers of one input do not depend on the inputs before it. */
const randomOf = (seed: number, input: number) =>
  createSeededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(input + 1, 0x85ebca6b))

class FuzzRun {
  readonly result: FuzzResult = {
    faults: [],
    kinds: new Map(),
    rets: new Map(),
    handled: 0,
    slowestMs: 0,
    cpuSeconds: 0,
    times: new Map(),
    seconds: 0,
  }
  /** An input succeeded and ended a session. */
  isSignedOut = false
  readonly #targets: readonly FuzzTarget[]
  readonly #options: FuzzOptions
  /** Inputs without an answer in time. A busy machine may be the reason, so they are sent again alone. */
  readonly #late: number[] = []

  constructor(targets: readonly FuzzTarget[], options: FuzzOptions) {
    this.#targets = targets
    this.#options = options
  }

  async confirm() {
    // One input of each endpoint is enough to find out whether the endpoint hangs.
    const late = new Map(this.#late.splice(0).map((input) => [input % this.#targets.length, input]))
    for (const input of late.values()) await this.send(input, true)
  }

  async send(input: number, isAlone = false) {
    const { result } = this
    const { seed, hangMs, knownIds, names, reasonOf } = this.#options
    const random = randomOf(seed, input)
    const { route, app, example, callers } = this.#targets[input % this.#targets.length]!
    const caller = random.below(4) > 0 ? callers[0]! : random.of(callers)!
    const request = makeHostileRequest(route, example?.(), { ...random, knownIds })
    for (const kind of new Set(request.kinds)) count(result.kinds, kind)
    const note = (fault: Fault) =>
      result.faults.push({
        ...fault,
        endpoint: `${route.method} ${route.path}`,
        input,
        caller: caller.name,
        request: JSON.stringify(request.options).slice(0, 600),
      })

    const began = performance.now()
    const answer = await send(app, route, request, caller.authorization, { hangMs, remoteAddress: addressOf(input) })
    const ms = performance.now() - began
    result.slowestMs = Math.max(result.slowestMs, ms)
    count(result.times, route.path, ms)
    const ret = answer && (/^\{"ret":(-?\d+)/.exec(answer.body)?.[1] ?? 'bytes')
    if ((answer === undefined || ret === `${Ret.unavailable}`) && !isAlone) return void this.#late.push(input)
    if (answer === undefined) return void note({ kind: 'hang', detail: `no answer after ${hangMs} ms` })
    count(result.rets, ret!)
    if (!['-1', '-3', '-401', '-8'].includes(ret!)) result.handled++
    if (['-3', '-8'].includes(ret!) && caller.authorization && !request.options.headers!['authorization'])
      this.isSignedOut = true
    const reason = reasonOf?.(String(answer.headers['x-request-id']))
    for (const fault of findFaults(route, answer, names))
      note(reason === undefined ? fault : { ...fault, detail: `${fault.detail}: ${reason}` })
    if ('isPolluted' in {}) {
      note({ kind: 'leak', detail: 'the prototype of all objects was changed' })
      delete (Object.prototype as { isPolluted?: unknown }).isPolluted
    }
  }
}

const count = (counts: Map<string, number>, key: string, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by)

/** Each input comes from its own address, because limits count per address. */
const addressOf = (input: number) => `2001:db8::${(input >>> 16).toString(16)}:${(input & 0xffff).toString(16)}`

async function send(
  app: FastifyInstance,
  route: Route,
  { options }: HostileRequest,
  authorization: string | undefined,
  { hangMs, remoteAddress }: { hangMs: number; remoteAddress: string },
) {
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...options.headers }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), hangMs)))
  try {
    const answered = app.inject({
      ...options,
      headers,
      remoteAddress,
      ...(route.stream ? { payloadAsStream: true } : {}),
    })
    const response = await Promise.race([answered, late])
    if (response === undefined || !route.stream) return response
    // A stream does not end; its first bytes are not of interest here.
    const { statusCode } = response
    const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
    const stream = response.stream()
    const body = isEnvelope ? Buffer.concat(await stream.toArray()).toString() : ''
    stream.destroy()
    response.raw.res.destroy()
    return { statusCode, body, headers: response.headers }
  } finally {
    clearTimeout(timer)
  }
}

/** One line for each different fault, with its first example. */
export function describeFaults(faults: readonly FoundFault[]): string[] {
  const groups = Map.groupBy(faults, ({ endpoint, kind, detail }) => `${endpoint} ${kind}: ${detail}`)
  return [...groups].map(([title, all]) => {
    const { input, caller, request } = all[0]!
    return `${title} (× ${all.length}; input ${input} as ${caller}: ${request})`
  })
}
