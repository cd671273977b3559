import { defineJob } from '#packages/jobs'
import { openDistrict } from '#kernel/org/server/api.ts'

/**
 * Activates a district that exists in its cell. Normally `createDistrict` has done so already, and this changes
 * nothing.
 */
export const confirmDistrict = defineJob({
  name: 'district.confirm',
  title: '确认新建的区',
  retries: 20,
  handleOutside: ({ cells, districtId }) => openDistrict(cells, districtId),
})
