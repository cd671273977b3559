import { inDistrict } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { getHost, confirmHosts } from './host-queries.ts'

/** Longest time between the claim of an address and its end. */
export const hostClaimMs = 60_000

/**
 * Makes the directory agree with the organisation's row, whatever failed in between: confirms the address that the
 * organisation has, and releases claims that were not completed.
 */
export const confirmHostJob = defineJob<{ orgId: string }>({
  name: 'org-host.settle',
  title: '确认组织域名',
  retries: 20,
  handleOutside: async ({ cells, districtId, now }, { orgId }) => {
    const host = await inDistrict(cells, districtId, (db) => getHost(db, orgId), { readOnly: true })
    const claimedBefore = new Date(now.getTime() - hostClaimMs)
    await inDirectory(cells, (db) => confirmHosts(db, { host, districtId, orgId }, claimedBefore))
  },
})
