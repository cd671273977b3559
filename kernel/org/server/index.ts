import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { orgRoutes } from './routes.ts'

export { openDistrict, publishDistrictList, registerDistrict } from './districts.ts'
export { seedTree, type SeededSchool } from './seed.ts'
export { createOrganisation, storeCounts } from './service/making.ts'
export { findUnit, readSetting, readUnit, searchUnits, writeSetting } from './service/units.ts'
export default defineServerModule({ manifest, routes: orgRoutes })
