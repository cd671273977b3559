import { useRef, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { coverApi, type CoverRequest } from '../../contract.ts'
import { describeOutcome } from './cover-words.ts'

interface Reports {
  onDone: (message: string) => void
  /** Somebody else was quicker, or it is over. */
  onRefused: (message: string) => void
}

/** The second tap of a double tap must not answer the request that has just moved up. */
const pauseMs = 600

/** Sends answers one at a time. */
export function useAnswers({ onDone, onRefused }: Reports) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const isSending = useRef(false)
  const lastAt = useRef(-Infinity)
  const send = async (ids: readonly string[], work: () => Promise<string>) => {
    if (isSending.current || performance.now() - lastAt.current < pauseMs) return false
    isSending.current = true
    setBusy(new Set(ids))
    try {
      onDone(await work())
      lastAt.current = performance.now()
      return true
    } catch (error) {
      onRefused(getErrorMessage(error))
      return false
    } finally {
      isSending.current = false
      setBusy(new Set())
    }
  }
  return {
    busy,
    agree: (requests: readonly CoverRequest[]) => {
      const ids = requests.map(({ id }) => id)
      return send(ids, async () => {
        const answered = await call(coverApi.respond, { body: { ids, agree: true, note: '' } })
        return ids.length > 1 ? `已同意 ${ids.length} 项` : describeOutcome('已同意', answered[0]?.status)
      })
    },
    decline: ({ id, applicant }: CoverRequest, note: string) =>
      send([id], async () => {
        await call(coverApi.respond, { body: { ids: [id], agree: false, note } })
        return `已拒绝，并告知${applicant.name}`
      }),
    claim: ({ id }: CoverRequest) =>
      send([id], async () => {
        const { status } = await call(coverApi.claim, { body: { id } })
        return describeOutcome('已认领', status)
      }),
    withdraw: ({ id }: CoverRequest) =>
      send([id], async () => {
        await call(coverApi.withdraw, { body: { id } })
        return '已撤回'
      }),
  }
}

export type Answers = ReturnType<typeof useAnswers>
