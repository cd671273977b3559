import { defineJob } from '#packages/jobs'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { ensureTerms } from './service/time/terms.ts'

/** Creates terms with default dates and the national subjects for a district that has none; both can be changed. */
export const prepareSchoolYear = defineJob({
  name: 'school-year.prepare',
  title: '准备学期和学科',
  cron: '40 2 * * *',
  handle: async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
  },
})
