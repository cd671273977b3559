import { inDistrict } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { getHost, confirmHosts } from './host-queries.ts'

/** As long as somebody may be between the claim of an address and its end. */
export const hostClaimMs = 60_000

/**
 * Makes the directory agree with what an organisation says of itself, whatever happened in between: an address that it
 * has counts, one that was claimed and never arrived is free again.
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
