import { defineJob } from '#packages/jobs'
import { openDistrict } from '#kernel/org/server'

/** Opens a district whose cell has it already; normally that has happened long before, and this changes nothing. */
export const confirmDistrict = defineJob({
  name: 'district.confirm',
  title: '确认新建的区',
  retries: 20,
  handleOutside: ({ cells, districtId }) => openDistrict(cells, districtId),
})
