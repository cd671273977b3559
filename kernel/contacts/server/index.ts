import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { contactsRoutes } from './routes.ts'

export { offerPupilProfiles } from './pupil-profiles.ts'
export { getNumbersForParents } from './service/phone-visibility.ts'
export { offerTeacherTypes, teacherTypes } from './teacher-types.ts'
export default defineServerModule({ manifest, routes: contactsRoutes })
