import { dayOf, listContributions, may, orNotFound, Refusal, Ret, type Ctx } from '#packages/core'
import { describeFailure } from '#packages/db'
import {
  boardRead,
  getReadUrl,
  inOwnDistrict,
  refuseAccess,
  runRead,
  type BoardRead,
  type RequestCtx,
} from '#packages/http'
import { weatherApi } from '#kernel/weather/contract.ts'
import type { Board, PlacedCard } from '../../contract.ts'
import { manageBoards } from './arrange-board.ts'
import { mergeLayouts } from './layout.ts'
import { findBoardPlace, type BoardPlace } from './layout-queries.ts'
import { isSchool } from './school-types.ts'
import { readKept, type BoardSource } from './kept-reads.ts'

type Answer = Board['reads'][number] & { isStale: boolean }

/** Beside the greeting. */
const weather = boardRead(weatherApi.get, { query: () => ({}), kept: 'shared' })

/** Everything that the board of the caller shows. A read that fails is a card that fails, and no more. */
export async function readBoard(source: BoardSource, own: RequestCtx): Promise<Board> {
  const actor = own.actor!
  const today = dayOf(own.now)
  const answers = new Map<string, Answer>()
  const opened = await readFirst(source, own, today, answers)
  const kept = opened.reads.filter((read) => read.kept)
  await Promise.all(
    kept.map(async (read) => {
      const answer = await answerWith(own, getReadUrl(read, today), () => readKept(source, own, read, today))
      answers.set(answer.url, answer)
    }),
  )
  return {
    orgId: actor.orgId,
    readAt: own.now.toISOString(),
    cards: opened.cards.map((card) => ({ ...card, ...getState(own, card.id, today, answers) })),
    isArranged: opened.place.ofUser !== null,
    mayManage: may(actor, manageBoards),
    reads: [...answers.values()].map(({ isStale: _, ...answer }) => answer),
  }
}

interface OpenedBoard {
  place: BoardPlace
  cards: PlacedCard[]
  reads: BoardRead[]
}

/**
 * The layout and whatever is the caller's own, in one transaction. A fault ends a transaction, so the reads after it get
 * another one.
 */
async function readFirst(
  source: BoardSource,
  own: RequestCtx,
  today: string,
  answers: Map<string, Answer>,
): Promise<OpenedBoard> {
  let opened: OpenedBoard | undefined
  const waiting: BoardRead[] = []
  do {
    await inOwnDistrict(
      own,
      async (ctx) => {
        if (!opened) {
          opened = await openBoard(ctx, today)
          waiting.push(...opened.reads.filter(({ kept }) => !kept))
        }
        for (let read = waiting.shift(); read; read = waiting.shift()) {
          const { route, query } = read
          const answer = await answerWith(own, getReadUrl(read, today), async () => ({
            at: own.now.getTime(),
            data: await runRead(source, { ctx, own }, route, query(today)),
            isStale: false,
          }))
          answers.set(answer.url, answer)
          if (answer.ret === Ret.fault) return
        }
      },
      { readOnly: true },
    )
  } while (waiting.length > 0)
  return opened!
}

async function openBoard(ctx: Ctx, today: string): Promise<OpenedBoard> {
  const { actor, db } = ctx
  const place = orNotFound(await findBoardPlace(db, actor.orgId, actor.userId), '组织')
  const isAtSchool = isSchool(place.orgType)
  const ids = ctx.app.manifests
    .flatMap(({ web }) => web?.cards ?? [])
    .filter(
      ({ permission, at }) => !(at && (at === 'school') !== isAtSchool) && (!permission || may(actor, permission)),
    )
    .toSorted((one, other) => one.sort - other.sort)
    .map(({ id }) => id)
  const cards = mergeLayouts(ids, place.ofOrg, place.ofUser ?? [])
  const reads = [weather, ...cards.flatMap(({ id, isHidden }) => (isHidden ? [] : listReads(ctx, id)))]
  return { place, cards, reads: [...new Map(reads.map((read) => [getReadUrl(read, today), read])).values()] }
}

/** What a card reads for this caller. */
function listReads(ctx: Pick<Ctx, 'app' | 'actor'>, card: string): BoardRead[] {
  const declared = listContributions(ctx, 'boardReads').find(({ key }) => key === card)
  return (declared?.reads ?? []).filter(({ route }) => {
    try {
      refuseAccess(route, ctx.actor)
      return true
    } catch {
      return false
    }
  })
}

async function answerWith(
  { log, requestId, now }: RequestCtx,
  url: string,
  read: () => Promise<{ at: number; data: unknown; isStale: boolean }>,
): Promise<Answer> {
  try {
    const { at, data, isStale } = await read()
    return { url, ret: Ret.ok, msg: '', data, asOf: new Date(at).toISOString(), isStale }
  } catch (error) {
    const failed = { url, data: null, asOf: now.toISOString(), isStale: false }
    if (error instanceof Refusal) return { ...failed, ret: error.ret, msg: error.message }
    log.error({ requestId, error: describeFailure(error) }, 'a card of the board failed')
    return { ...failed, ret: Ret.fault, msg: '数据加载失败，点击重试' }
  }
}

/** The state of a card from those of its reads. */
function getState(own: RequestCtx, card: string, today: string, answers: ReadonlyMap<string, Answer>) {
  const found = listReads({ app: own.app, actor: own.actor! }, card).flatMap(
    (read) => answers.get(getReadUrl(read, today)) ?? [],
  )
  const stale = found.filter(({ isStale }) => isStale).map(({ asOf }) => asOf)
  return {
    ok: stale.length === 0 && found.every(({ ret }) => ret !== Ret.fault),
    staleSince: stale.toSorted()[0] ?? null,
  }
}
