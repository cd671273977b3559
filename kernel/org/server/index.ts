import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { orgRoutes } from './routes.ts'

export { openDistrict, publishDistrictList, registerDistrict } from './districts.ts'
export { seedTree, type SeededSchool } from './seed.ts'
export {
  createOrganisation,
  findUnit,
  readSetting,
  readUnit,
  searchUnits,
  storeCounts,
  writeSetting,
} from './service.ts'
export default defineServerModule({ manifest, routes: orgRoutes })
