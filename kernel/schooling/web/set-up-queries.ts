import type { QueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { useSession } from '#packages/web/core/session.ts'
import { orgApi, type EmptyDetails } from '#kernel/org/contract.ts'
import { schoolingApi, type SetUpStep } from '../contract.ts'
import { schoolingKey } from './class-queries.ts'

/** The set-up progress of a school; the caller's own without `orgId`. */
export const setUpQuery = (orgId: string | null) => queryOf(schoolingKey, schoolingApi.setUp, { query: { orgId } })

/** Shows the card until the set-up is finished or pupils exist. */
export const getSetUpCardShape = async (client: QueryClient): Promise<CardShape> => {
  const { isFinished, isRunning, stages } = await client.fetchQuery(setUpQuery(null))
  return isFinished || isRunning || stages.length === 0 ? 'none' : 'card'
}

export const skipSetUpStep = (orgId: string, step: SetUpStep, isSkipped: boolean) =>
  call(schoolingApi.skipSetUp, { body: { orgId, step, isSkipped } })

/** Fills empty facts of the school. */
export const fillSchoolFacts = (orgId: string, facts: EmptyDetails) =>
  call(schoolingApi.fillFacts, { body: { orgId, ...facts } })

interface SchoolFacts extends EmptyDetails {
  /** Who maintains the facts. */
  maintainer: string
}

/** The bureau's facts about a school. Everybody may read those of the own school. */
export const schoolFactsQuery = (orgId: string): QueryDefinition<SchoolFacts> => ({
  queryKey: [...schoolingKey, 'facts', orgId],
  queryFn: async ({ signal }) => {
    if (orgId === useSession.getState().orgId) {
      const { address, phone, contactName, bureauName, bureauPhone } = await call(orgApi.mine, { signal })
      return { address, phone, contactName, maintainer: [bureauName, bureauPhone].filter(Boolean).join(' ') }
    }
    const { address, phone, contactName } = await call(orgApi.detail, { query: { fid: orgId }, signal })
    return { address, phone, contactName, maintainer: '' }
  },
})
