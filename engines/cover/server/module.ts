import { defineServerModule } from '#packages/http'
import { coverEffective, coverEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { coversOfPeople } from './contents.ts'
import { coverTemplates } from './cover-notifications.ts'
import { onAwayChanged } from './follow-away.ts'
import { onLessonsChanged } from './follow-timetable.ts'
import { coverJobs } from './jobs.ts'
import { coverRoutes } from './routes.ts'
import { coverSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: coverRoutes,
  events: [coverEffective, coverEnded],
  subscriptions: [onAwayChanged, onLessonsChanged],
  jobs: coverJobs,
  messageTemplates: [...coverTemplates],
  settings: [coverSetting],
  personContents: [coversOfPeople],
})
