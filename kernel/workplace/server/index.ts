import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { configureDingTalk } from './dingtalk.ts'
import { workplaceRoutes } from './routes.ts'

export { claimKeys, configureDistrict, type DingTalkFacts } from './service.ts'
export default defineServerModule({ manifest, routes: workplaceRoutes, start: ({ env }) => configureDingTalk(env) })
