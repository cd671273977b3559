import { inDistrict } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { hostOf, settleHosts } from './host-queries.ts'

/** As long as somebody may be between the claim of an address and its end. */
export const claimMs = 60_000

/**
 * Makes the directory agree with what an organisation says of itself, whatever happened in between: an address that it
 * has counts, one that was claimed and never arrived is free again.
 */
export const settleHost = defineJob<{ orgId: string }>({
  name: 'org-host.settle',
  title: '确认组织域名',
  retries: 20,
  handleOutside: async ({ cells, districtId, now }, { orgId }) => {
    const host = await inDistrict(cells, districtId, (db) => hostOf(db, orgId), { readOnly: true })
    const claimedBefore = new Date(now.getTime() - claimMs)
    await inDirectory(cells, (db) => settleHosts(db, { host, districtId, orgId }, claimedBefore))
  },
})
