import { countMetrics, createEntityExport, createEntityImport, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { hasTimetableOn } from '#engines/timetable/server/api.ts'
import { keepWithOrganisation } from '#kernel/org/server/api.ts'
import { professionApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { demoProfessions } from './demo-rows.ts'
import { countClassFigures, countSubjectHours, countTeacherHours, hasClasses } from './metric-queries.ts'
import { professions } from './professions.ts'
import { metricChanges, metricLinks, metricSubscriptions } from './recount-metrics.ts'
import { teachingAffairsRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: teachingAffairsRoutes,
  entities: [serveEntity(professionApi, professions)],
  imports: [createEntityImport(professions, { page: '/application/educationalAdministration/professions' })],
  exports: [createEntityExport(professions)],
  orgContents: [keepWithOrganisation('teaching-affairs', [professions])],
  demoRows: [demoProfessions],
  metricChanges,
  metricLinks,
  subscriptions: metricSubscriptions,
  metricCounts: countMetrics(manifest, {
    'affairs.headless': async ({ db }, { orgId, day }) => [
      { value: (await countClassFigures(db, orgId, day)).headless },
    ],
    'affairs.big': async ({ db }, { orgId, day }) => [{ value: (await countClassFigures(db, orgId, day)).big }],
    'affairs.hours': async ({ db }, { orgId, day }) =>
      (await countSubjectHours(db, orgId, day)).map(({ subject, hours }) => ({ value: hours, dims: { subject } })),
    'affairs.teacher-hours': async ({ db }, { orgId, day }) => {
      const { hours, teachers } = await countTeacherHours(db, orgId, day)
      return [{ value: hours, of: teachers }]
    },
    'affairs.published': async (ctx, { orgId, day }) => {
      const schools = (await hasClasses(ctx.db, orgId, day)) ? 1 : 0
      return [{ value: schools === 1 && (await hasTimetableOn(ctx, orgId, day)) ? 1 : 0, of: schools }]
    },
    'affairs.huge': async ({ db }, { orgId, day }) => [{ value: (await countClassFigures(db, orgId, day)).huge }],
  }),
})
