import { defineJob } from '#packages/jobs'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { ensureTerms } from './service/time/terms.ts'

/** A district that has not thought of it yet finds its school year on usual days, and its subjects, and may change them. */
export const prepareSchoolYear = defineJob({
  name: 'school-year.prepare',
  title: '准备学期和学科',
  cron: '40 2 * * *',
  handle: async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
  },
})
