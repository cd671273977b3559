import { countMetrics, createEntityExport, createEntityImport, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { keepWithOrganisation } from '#kernel/org/server/api.ts'
import { professionApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { demoProfessions } from './demo-rows.ts'
import { countClassFigures } from './metric-queries.ts'
import { professions } from './professions.ts'
import { teachingAffairsRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: teachingAffairsRoutes,
  entities: [serveEntity(professionApi, professions)],
  imports: [createEntityImport(professions, { page: '/application/educationalAdministration/professions' })],
  exports: [createEntityExport(professions)],
  orgContents: [keepWithOrganisation('teaching-affairs', [professions])],
  demoRows: [demoProfessions],
  metricCounts: countMetrics(manifest, {
    'affairs.headless': async ({ db }, { orgId, day }) => [
      { value: (await countClassFigures(db, orgId, day)).headless },
    ],
    'affairs.big': async ({ db }, { orgId, day }) => [{ value: (await countClassFigures(db, orgId, day)).big }],
    'affairs.huge': async ({ db }, { orgId, day }) => [{ value: (await countClassFigures(db, orgId, day)).huge }],
  }),
})
