import { useQuery } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import { catalogueApi, flaggedAuditors, type AuditorType } from '../contract.ts'
import { grantKey } from './grant-queries.ts'

const adminFlags = {
  queryKey: [...grantKey, 'own-flags'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AuditorType[]> => {
    const flags = flaggedAuditors.map((auditorType) =>
      call(catalogueApi.appPermission, { query: { auditorType }, signal }),
    )
    return (await Promise.all(flags)).flatMap((flag) => (flag.isAuditor ? [flag.auditorType] : []))
  },
}

/**
 * The kinds of applications that the caller administers in the current organisation, of the five that clients keep a
 * flag for.
 */
export const useAdminFlags = (): readonly AuditorType[] => useQuery({ ...adminFlags, staleTime: 5 * 60_000 }).data ?? []
