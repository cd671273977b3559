import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Refusal, computeOnce, type Actor } from '#packages/core'
import { describeFailure } from '#packages/db'
import { getReadUrl, inOwnDistrict, runRead, type BoardRead, type RequestCtx } from '#packages/http'

/** An answer of a read, with its time. */
export interface KeptAnswer {
  at: number
  data: unknown
}

/** The last figures of the day are kept for a source that fails; answers about people are not. */
const lifetimes = {
  shared: { freshMs: 45_000, keptSeconds: 24 * 3600 },
  own: { freshMs: 30_000, keptSeconds: 30 },
} as const
/** Somebody else is reading it anew: the former answer does for so long. */
const turnSeconds = 10
const bridgedMs = 120_000

/** Whoever has the same permissions, at the same places and in the same classes, gets the same figures. */
const hashPermissions = computeOnce((permissions: Actor['permissions']) =>
  createHash('sha256')
    .update(JSON.stringify([...permissions].toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url'),
)

function buildKey(actor: Actor, { kept }: BoardRead, url: string): string {
  const { districtId, orgId, userId, permissions, hiddenFields, homeOrgId } = actor
  const hidden = [...(hiddenFields ?? [])].toSorted().join()
  const reader = kept === 'own' ? userId : homeOrgId === undefined ? 'home' : 'visit'
  return ['board', districtId, orgId, reader, hashPermissions(permissions), hidden, url].join('|')
}

/** Where answers come from: the handlers of this server, and the reads that run in it. */
export interface BoardSource extends Pick<FastifyInstance, 'reads'> {
  running: Map<string, Promise<KeptAnswer>>
}

/**
 * An answer that may be some seconds old. If figures cannot be read now, the last ones of the day with their time. Redis
 * is a help: without it everything is read.
 */
export async function readKept(
  source: BoardSource,
  own: RequestCtx,
  read: BoardRead,
  today: string,
): Promise<KeptAnswer & { isStale: boolean }> {
  const key = buildKey(own.actor!, read, getReadUrl(read, today))
  const { freshMs } = lifetimes[read.kept!]
  const kept = await own.ephemeralStore.get<KeptAnswer>(key).catch(() => undefined)
  const age = kept ? Date.now() - kept.at : Infinity
  if (kept && age < freshMs) return { ...kept, isStale: false }
  if (kept && age < bridgedMs && !(await takeTurn(own, key, kept.at))) return { ...kept, isStale: false }
  try {
    return { ...(await readOnce(source, own, { read, today, key })), isStale: false }
  } catch (error) {
    if (!kept || error instanceof Refusal) throw error
    own.log.error({ requestId: own.requestId, error: describeFailure(error) }, 'a card shows its last value')
    return { ...kept, isStale: true }
  }
}

const takeTurn = async ({ ephemeralStore }: RequestCtx, key: string, at: number) =>
  (await ephemeralStore.countUpTo(`${key}|${at}`, 1, turnSeconds).catch(() => ({ isCounted: true }))).isCounted

/** Of concurrent requests of this process one reads. */
function readOnce(
  source: BoardSource,
  own: RequestCtx,
  { read, today, key }: { read: BoardRead; today: string; key: string },
): Promise<KeptAnswer> {
  const started =
    source.running.get(key) ??
    readAndKeep(source, own, { read, today, key }).finally(() => {
      source.running.delete(key)
    })
  source.running.set(key, started)
  return started
}

async function readAndKeep(
  source: BoardSource,
  own: RequestCtx,
  { read, today, key }: { read: BoardRead; today: string; key: string },
): Promise<KeptAnswer> {
  const work = () =>
    inOwnDistrict(own, (ctx) => runRead(source, { ctx, own }, read.route, read.query(today)), { readOnly: true })
  const answer: KeptAnswer = { at: Date.now(), data: await work() }
  await own.ephemeralStore.put(key, answer, lifetimes[read.kept!].keptSeconds).catch(() => {})
  return answer
}
