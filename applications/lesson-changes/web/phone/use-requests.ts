import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { coverApi, type CoverRequest } from '#engines/cover/contract.ts'

export const boxes = ['asked', 'own', 'given'] as const
export type Box = (typeof boxes)[number]

interface Loaded {
  box: Box
  requests: readonly CoverRequest[]
  at: Date
}

/** The requests of a box. What was loaded before stays when it cannot be loaded again. */
export function useRequests(box: Box, from?: string) {
  const { answer, again } = useLoaded<Loaded>(`${box} ${from ?? ''}`, async () => ({
    box,
    requests: await call(coverApi.requests, { query: { box, ...(from && { from }) } }),
    at: new Date(),
  }))
  const [last, setLast] = useState<Loaded>()
  if (answer && answer !== 'failed' && answer !== last) setLast(answer)
  return { loaded: last?.box === box ? last : undefined, hasFailed: answer === 'failed', again }
}
