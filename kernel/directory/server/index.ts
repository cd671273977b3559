import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { directoryRoutes } from './routes.ts'

export { offerPupilProfiles } from './pupils.ts'
export { numbersForParents } from './service/parents.ts'
export { offerTeacherTypes, teacherTypes } from './teacher-types.ts'
export default defineServerModule({ manifest, routes: directoryRoutes })
